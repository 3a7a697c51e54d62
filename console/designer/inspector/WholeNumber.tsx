import { InputNumber } from 'antd'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

interface WholeNumberProps {
  readonly id?: string | undefined
  readonly label?: string | undefined
  readonly min: number
  readonly max: number
  readonly step?: number
  /** Decimals that are kept; absent: as typed. */
  readonly precision?: number
  /** Null: several values at once. */
  readonly value: number | null
  readonly isOff?: boolean
  readonly onChange: (value: number) => void
}

/**
 * A number that is written once it is whole, by Enter, by an arrow's step and when the field is left: 150 begins with 1, and
 * what was made of 1 may not find its way to 150. Escape takes back what is typed.
 */
export function WholeNumber({ id, label, min, max, step, precision, value, isOff = false, onChange }: WholeNumberProps) {
  const { t } = useTranslation('designer')
  // Null: all digits are taken out again, which is not yet a number.
  const [typed, setTyped] = useState<number | null | undefined>(undefined)
  // Leaving the field brings a number into its limits and tells it within the same event, before anything is drawn anew.
  const last = useRef<number | null | undefined>(undefined)
  const type = (next: number | null | undefined): void => {
    last.current = next
    setTyped(next)
  }
  // Text that is no number within the limits is typed, too, and told by nothing else.
  const isTyping = useRef(false)
  const isTakenBack = useRef(false)
  const write = (): void => {
    const wished = isTakenBack.current ? undefined : last.current
    isTyping.current = isTakenBack.current = false
    type(undefined)
    if (typeof wished === 'number' && Number.isFinite(wished) && wished !== value) onChange(wished)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Escape' || !isTyping.current) return
    // Left, the field puts its own number back.
    isTakenBack.current = true
    event.currentTarget.blur()
  }
  // Around the field, so that it is heard after the field has brought what it was left with into its limits.
  return (
    <div onBlur={write}>
      <InputNumber<number>
        {...(id !== undefined && { id })} {...(precision !== undefined && { precision })} {...(step !== undefined && { step })} aria-label={label} size="small" className="wide"
        min={min} max={max} value={typed === undefined ? value : typed} disabled={isOff} placeholder={value === null ? t('inspector.mixed') : ''}
        changeOnWheel={false} onInput={() => { isTyping.current = true }} onChange={type} onStep={write} onPressEnter={write} onKeyDown={handleKey}
      />
    </div>
  )
}
