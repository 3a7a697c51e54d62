import { InputNumber } from 'antd'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

interface WholeNumberProps {
  readonly id?: string | undefined
  readonly label?: string | undefined
  readonly min: number
  readonly max: number
  readonly step?: number
  /** Number of decimals; as typed if absent. */
  readonly precision?: number
  /** `null` if several values are selected. */
  readonly value: number | null
  readonly isOff?: boolean
  readonly onChange: (value: number) => void
}

/**
 * Number input that writes on Enter, on a step, and when the field is left, instead of after each digit: typing 150
 * would otherwise write 1 first, which may not be reversible. Escape restores the value.
 */
export function WholeNumber({
  id,
  label,
  min,
  max,
  step,
  precision,
  value,
  isOff = false,
  onChange,
}: WholeNumberProps) {
  const { t } = useTranslation('designer')
  // `null` after all digits have been deleted.
  const [typed, setTyped] = useState<number | null | undefined>(undefined)
  // On blur, the field clamps the number and reports it within the same event, before the next render.
  const last = useRef<number | null | undefined>(undefined)
  const type = (next: number | null | undefined): void => {
    last.current = next
    setTyped(next)
  }
  // Invalid or out-of-range text also counts as typing, and only the input event reports it.
  const isTyping = useRef(false)
  const isCancelled = useRef(false)
  const write = (): void => {
    const typedValue = isCancelled.current ? undefined : last.current
    isTyping.current = isCancelled.current = false
    type(undefined)
    if (typeof typedValue === 'number' && Number.isFinite(typedValue) && typedValue !== value) onChange(typedValue)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Escape' || !isTyping.current) return
    // On blur, the field restores its value.
    isCancelled.current = true
    event.currentTarget.blur()
  }
  // On the wrapper, so that it runs after the field has clamped its value on blur.
  return (
    <div onBlur={write}>
      <InputNumber<number>
        {...(id !== undefined && { id })}
        {...(precision !== undefined && { precision })}
        {...(step !== undefined && { step })}
        aria-label={label}
        size="small"
        className="wide"
        min={min}
        max={max}
        value={typed === undefined ? value : typed}
        disabled={isOff}
        placeholder={value === null ? t('inspector.mixed') : ''}
        changeOnWheel={false}
        onInput={() => {
          isTyping.current = true
        }}
        onChange={type}
        onStep={write}
        onPressEnter={write}
        onKeyDown={handleKey}
      />
    </div>
  )
}
