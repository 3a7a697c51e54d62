import { ColorPicker } from 'antd'
import { hexOf } from './hex.ts'

interface ColorButtonProps {
  /** Null: several colours at once. */
  readonly value: string | null
  readonly label: string | undefined
  readonly isOff: boolean
  readonly onChange: (color: string) => void
}

/** Opens the choice of a colour, by key too: the library's own trigger is no button. */
export function ColorButton({ value, label, isOff, onChange }: ColorButtonProps) {
  return (
    <ColorPicker disabled={isOff} format="hex" value={value} onChange={(color) => onChange(hexOf(color.toHexString()))}>
      <button type="button" className="color-button" disabled={isOff} aria-label={label}><span style={value === null ? undefined : { background: value }} /></button>
    </ColorPicker>
  )
}
