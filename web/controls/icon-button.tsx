import { Icon, type IconName } from './icon';

interface Props {
  readonly icon: IconName;
  /** What it does; with its key in brackets where it has one. */
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly className?: string;
}

/** A button that shows a drawing; its label is read out and shown on hover. */
export function IconButton({ icon, label, onClick, disabled, pressed, className = '' }: Props) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={label.replace(/ \(.*\)$/, '')}
      title={label}
      onClick={onClick}
      disabled={disabled}
      aria-pressed={pressed}
    >
      <Icon name={icon} />
    </button>
  );
}
