import { Input, InputNumber, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Tag } from '../../../contract/routes.ts'
import { telemetryLimits } from '../../../contract/telemetry/limits.ts'
import type { CommandValue } from '../../../contract/telemetry/index.ts'
import { formatRange } from '../formatTagValue.ts'

interface CommandValueInputProps {
  readonly facts: Tag | null | undefined
  readonly value: CommandValue | null
  readonly label: string
  readonly onChange: (value: CommandValue | null) => void
}

const rangeId = 'command-range'

/**
 * Input for the new value: a choice for flags and enumerations, a text field, or a number field with its range. Values
 * out of range are reported, never clamped.
 */
export function CommandValueInput({ facts, value, label, onChange }: CommandValueInputProps) {
  const { t } = useTranslation('runtime')
  if (facts?.options)
    return (
      <Select<CommandValue>
        autoFocus
        aria-label={label}
        className="command-choice"
        value={facts.options.some((option) => option.value === value) ? value : null}
        options={facts.options.map((option) => ({ ...option }))}
        onChange={onChange}
      />
    )
  if (facts?.kind === 'flag') {
    const options = [
      { value: 0, label: t('state.off') },
      { value: 1, label: t('state.on') },
    ]
    return (
      <Segmented<number>
        block
        aria-label={label}
        options={options}
        value={typeof value === 'number' ? value : undefined}
        onChange={onChange}
      />
    )
  }
  if (facts?.kind === 'text')
    return (
      <Input
        autoFocus
        aria-label={label}
        value={value ?? ''}
        maxLength={telemetryLimits.frame.textLength}
        onChange={({ target }) => onChange(target.value)}
        onFocus={(event) => {
          event.target.select()
        }}
      />
    )
  const range = facts && formatRange(facts)
  return (
    <>
      <InputNumber<number>
        autoFocus
        aria-label={label}
        aria-describedby={range ? rangeId : undefined}
        value={typeof value === 'number' ? value : null}
        onChange={onChange}
        suffix={facts?.unit || undefined}
        changeOnWheel={false}
        onFocus={(event) => {
          event.target.select()
        }}
      />
      {range && (
        <small id={rangeId} className="command-range">
          {t('command.range', range)}
        </small>
      )}
    </>
  )
}
