import { ColorPicker } from 'antd'
import { useTranslation } from 'react-i18next'
import { toHex, isClear, opaque } from './hex.ts'

interface ColorButtonProps {
  /** `null` if several colours are selected. */
  readonly value: string | null
  readonly label: string | undefined
  readonly isOff: boolean
  readonly onChange: (color: string) => void
}

/** Opens the colour picker, also by keyboard: antd's own trigger is not a button. */
export function ColorButton({ value, label, isOff, onChange }: ColorButtonProps) {
  const { t } = useTranslation('designer')
  const handleChange = (hex: string): void => {
    // A colour selected in place of a transparent one becomes opaque.
    const isUnseen =
      value !== null && isClear(value) && isClear(hex) && hex.slice(0, 7) !== value.slice(0, 7) && hex !== none
    onChange(isUnseen ? opaque(hex) : hex)
  }
  return (
    <ColorPicker
      disabled={isOff}
      format="hex"
      value={value}
      presets={[{ label: t('color.presets'), colors: presets }]}
      onChange={(color) => handleChange(toHex(color.toHexString()))}
    >
      <button type="button" className="color-button" disabled={isOff} aria-label={label}>
        <span style={value === null ? undefined : { background: value }} />
      </button>
    </ColorPicker>
  )
}

const none = '#00000000'

/** Preset colours: greys for normal parts, colours of states and of media, and transparent. */
const presets = [
  '#ffffffff',
  '#e6e9ecff',
  '#b8c1c9ff',
  '#7d8a96ff',
  '#45505aff',
  '#1b2229ff',
  none,
  '#3f8f5bff',
  '#d9a514ff',
  '#d4692bff',
  '#c2352fff',
  '#8a4fb0ff',
  '#2f74c0ff',
  '#2a9db3ff',
  '#6fae3aff',
  '#8c6a45ff',
]
