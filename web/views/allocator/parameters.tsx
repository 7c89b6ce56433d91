import type { Parameter } from '../../../src/allocators/descriptor';
import type { AllocatorConfig } from '../../../src/experiment/document';
import type { Column } from '../../../src/worker/api';
import { setAllocator } from '../../state/document';
import { ParameterField } from './parameter-field';

interface Props {
  readonly column: Column;
  readonly config: AllocatorConfig;
  readonly parameters: readonly Parameter[];
}

/** The parameters of a column's allocator. The document keeps those that differ from their defaults. */
export default function Parameters({ column, config, parameters }: Props) {
  const change = (parameter: Parameter, value: number) => {
    const { [parameter.name]: _, ...others } = config.params;
    setAllocator(column, {
      id: config.id,
      params: value === parameter.default ? others : { ...others, [parameter.name]: value },
    });
  };
  return (
    <div className="parameters">
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={config.params[parameter.name] ?? parameter.default}
          onChange={(value) => change(parameter, value)}
        />
      ))}
    </div>
  );
}
