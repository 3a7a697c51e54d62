import { quality } from '@mimic/engine/bindings'
import { Button, Input, InputNumber, Segmented, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tag } from '../../contract/routes.ts'
import type { CommandValue } from '../../contract/telemetry/index.ts'
import { telemetryLimits } from '../../contract/telemetry/limits.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CommandRun, createChannel } from '../stores/live/commandRun.ts'
import { useStores } from '../stores/root.ts'
import { useTag } from '../stores/hooks/useTag.ts'

interface PointControlProps {
  readonly tag: Tag
  readonly isReversed: boolean
}

/**
 * Sends a command to a device and shows its progress: accepted, sent, executed, rejected or expired. Disabled without a
 * current value.
 */
export const PointControl = observer(function PointControl({ tag, isReversed }: PointControlProps) {
  const { client, telemetry } = useStores()
  const { t } = useTranslation('lighting')
  const localize = useLocalized()
  const sample = useTag(tag.path)
  const [typed, setTyped] = useState<CommandValue | null>(null)
  const [run, setRun] = useState<CommandRun | null>(null)
  useEffect(() => () => run?.stop(), [run])

  const isBlind = sample.atMs === 0 || sample.quality >= quality.bad
  const reason = telemetry.link.link !== 'open' ? t('refused.link') : isBlind ? t('refused.stale') : undefined
  const phase = run?.phase
  const isUnderway = phase === 'sending' || phase === 'queued' || phase === 'sent'
  const isOut = typeof typed === 'number' && (typed < (tag.min ?? -Infinity) || typed > (tag.max ?? Infinity))
  const present = sample.text ?? (Number.isNaN(sample.value) ? null : sample.value)
  const value = typed ?? present
  const send = (): void => {
    if (value === null || isOut || reason !== undefined) return
    if (run?.canRetry) return void run.send(tag.path, value)
    run?.stop()
    const next = new CommandRun(createChannel(client))
    setRun(next)
    void next.send(tag.path, value)
  }
  /** A different value is a new command, not a retry. */
  const handleChange = (next: CommandValue | null): void => {
    setTyped(next)
    if (run?.canRetry) setRun(null)
  }
  return (
    <form
      className="lighting-control"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <ValueInput
        tag={tag}
        isReversed={isReversed}
        typed={typed}
        present={present}
        isDisabled={isUnderway}
        isOut={isOut}
        onChange={handleChange}
      />
      <Button
        size="small"
        htmlType="submit"
        title={reason}
        loading={isUnderway}
        disabled={reason !== undefined || typed === null || isOut}
      >
        {t(run?.canRetry ? 'again' : 'send')}
      </Button>
      <span
        className="lighting-outcome"
        data-tone={getTone(phase)}
        role={getTone(phase) === 'bad' ? 'alert' : 'status'}
      >
        {isOut
          ? t('refused.range', { min: tag.min ?? '−∞', max: tag.max ?? '∞' })
          : reason !== undefined && !isUnderway
            ? reason
            : phase === undefined || phase === 'asking'
              ? ''
              : run?.failure
                ? localize(run.failure.words)
                : t(`phase.${phase}`)}
      </span>
    </form>
  )
})

interface ValueInputProps extends PointControlProps {
  readonly typed: CommandValue | null
  /** The reported value. */
  readonly present: CommandValue | null
  readonly isDisabled: boolean
  readonly isOut: boolean
  readonly onChange: (value: CommandValue | null) => void
}

function ValueInput({ tag, isReversed, typed, present, isDisabled, isOut, onChange }: ValueInputProps) {
  const { t } = useTranslation('lighting')
  const localize = useLocalized()
  const label = t('setTo', { name: localize(tag.words) })
  const on = isReversed ? 0 : 1
  if (tag.options)
    return (
      <Select<CommandValue>
        size="small"
        className="lighting-choice"
        aria-label={label}
        value={typed ?? present}
        disabled={isDisabled}
        options={tag.options.map((option) => ({ ...option }))}
        onChange={onChange}
      />
    )
  if (tag.kind === 'flag')
    return (
      <Segmented<CommandValue>
        size="small"
        aria-label={label}
        value={typed ?? present ?? -1}
        disabled={isDisabled}
        onChange={onChange}
        options={[
          { value: on, label: t('on') },
          { value: 1 - on, label: t('off') },
        ]}
      />
    )
  if (tag.kind === 'text')
    return (
      <Input
        size="small"
        aria-label={label}
        value={typed ?? ''}
        placeholder={present === null ? '' : String(present)}
        maxLength={telemetryLimits.frame.textLength}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      />
    )
  return (
    <InputNumber<number>
      size="small"
      aria-label={label}
      value={typeof typed === 'number' ? typed : null}
      placeholder={typeof present === 'number' ? String(Math.round(present)) : ''}
      suffix={tag.unit || undefined}
      disabled={isDisabled}
      status={isOut ? 'error' : ''}
      changeOnWheel={false}
      onChange={onChange}
    />
  )
}

const getTone = (phase: CommandRun['phase'] | undefined): 'good' | 'bad' | 'idle' =>
  phase === 'succeeded'
    ? 'good'
    : phase === undefined || phase === 'asking' || phase === 'sending' || phase === 'queued' || phase === 'sent'
      ? 'idle'
      : 'bad'
