import '../../views/heap-map/map.css';
import './machine-page.css';
import { useEffect } from 'react';
import { followMachine } from '../../state/machine';
import { useLab } from '../../state/store';
import { BookmarksView } from '../../views/bookmarks/bookmarks-view';
import { AddressRuler } from '../../views/machine/address-ruler';
import { CacheSetsView } from '../../views/machine/cache-sets-view';
import { HeatStripView } from '../../views/machine/heat-strip-view';
import { LanesView } from '../../views/machine/lanes-view';
import { MachineHead } from '../../views/machine/machine-head';
import { MachineMapView } from '../../views/machine/machine-map-view';
import { SpeedupView } from '../../views/machine/speedup-view';
import { TransportView } from '../../views/transport/transport-view';
import { WantedFileNotice } from '../lab/wanted-file';

/** The machine: caches set by set, the heap beside them, processors over virtual time, and speedups. */
export default function MachinePage() {
  const wanted = useLab((state) => state.trace.kind === 'wanted');
  useEffect(followMachine, []);
  if (wanted) return <WantedFileNotice />;
  return (
    <div className="machine">
      <div className="machine-columns">
        <div className="machine-column">
          <MachineHead />
          <CacheSetsView />
          <AddressRuler />
        </div>
        <div className="machine-column">
          <div className="machine-pair">
            <MachineMapView />
            <HeatStripView />
          </div>
          <BookmarksView />
          <SpeedupView />
        </div>
      </div>
      <div className="machine-bottom">
        <LanesView />
        <TransportView />
      </div>
    </div>
  );
}
