import '../catalogue/catalogue-page.css';
import { useEffect } from 'react';
import type { SimulationModel } from '../../state/simulation-setup';
import { listPresets, useStudies } from '../../state/studies';
import { PresetView } from '../catalogue/preset-view';

/** Figures of the papers that are made with each model. */
const presets: Readonly<Record<SimulationModel, readonly string[]>> = {
  hypercube: ['nicol-table1'],
  life: ['nicol-table2', 'nicol-boards'],
  phold: ['vitali-throughput', 'vitali-hits', 'vitali-threshold', 'vitali-interaction', 'vitali-memory'],
};

/** The catalogue's cards of the figures that are made with a model: what the paper has, beside runs of ours. */
export default function PaperFigures({ model }: { readonly model: SimulationModel }) {
  const chapters = useStudies((state) => state.chapters);
  useEffect(() => void listPresets(), []);
  const cards = (chapters ?? []).flatMap((chapter) => chapter.presets);
  return (
    <>
      {presets[model].map((id) => {
        const card = cards.find((each) => each.id === id);
        return card && <PresetView key={id} card={card} linked={false} />;
      })}
    </>
  );
}
