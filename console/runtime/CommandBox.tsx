import { Alert, Button, InputNumber, Popover } from 'antd'
import { quality } from '@mimic/engine/bindings'
import { observer } from 'mobx-react-lite'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { routes, type Tag } from '../../contract/routes.ts'
import { useSay } from '../kit/useSay.ts'
import { useStores } from '../stores/root.ts'
import { useTag } from '../stores/useTag.ts'
import { Anchor } from './Anchor.tsx'
import { CommandRun } from './commandRun.ts'
import { qualityNames } from './TagLine.tsx'
import type { Running } from './running.ts'
import type { RunStore } from './runStore.ts'
import type { Pending } from './useActions.tsx'
import { useTagFacts } from './useTagFacts.ts'
import { valueWords } from './valueWords.ts'

interface CommandBoxProps {
  readonly store: RunStore
  readonly project: string
  readonly running: Running
  readonly pending: Pending
  readonly onClose: () => void
}

/** Asks before anything is sent to the plant, beside what it will change, and says what became of it. */
export const CommandBox = observer(function CommandBox({ store, project, running: { stage }, pending, onClose }: CommandBoxProps) {
  const { component, tag } = pending
  return (
    <Anchor stage={stage} component={component}>
      <Popover
        open trigger={[]} placement="bottom" autoAdjustOverflow title={component.name} classNames={{ root: 'command-box' }}
        content={<CommandForm key={tag} store={store} project={project} pending={pending} onClose={onClose} />}
      >
        <i />
      </Popover>
    </Anchor>
  )
})

const doneMs = 1600

const CommandForm = observer(function CommandForm({ store, project, pending, onClose }: Omit<CommandBoxProps, 'running'>) {
  const { client, session } = useStores()
  const { t } = useTranslation('runtime')
  const say = useSay()
  const { tag } = pending
  const facts = useTagFacts(store, tag)
  const sample = useTag(tag)
  const [run] = useState(() => new CommandRun(client))
  const [typed, setTyped] = useState<number | null>(pending.value ?? (Number.isNaN(sample.value) ? null : sample.value))
  const reason = useRefusal(sample.quality, facts, session.may(routes['command.send'].policy, project))
  const { phase } = run

  useEffect(() => () => run.stop(), [run])
  useEffect(() => {
    if (phase !== 'succeeded') return
    const timer = setTimeout(onClose, doneMs)
    return () => clearTimeout(timer)
  }, [phase, onClose])
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => { if (event.key === 'Escape') onClose() }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [onClose])

  const isAsking = phase === 'asking'
  const isOut = typed !== null && (typed < (facts?.min ?? -Infinity) || typed > (facts?.max ?? Infinity))
  const handleSend = (): void => { if (typed !== null && !isOut) void run.send(tag, typed) }

  return (
    <form className="command-form" onSubmit={(event) => { event.preventDefault(); handleSend() }}>
      <dl>
        <dt>{t('command.point')}</dt><dd className="command-tag">{tag}</dd>
        <dt>{t('command.now')}</dt>
        <dd>{valueWords(sample, facts)} <small data-quality={qualityNames[sample.quality]}>{t(`quality.${qualityNames[sample.quality]}`)}</small></dd>
        <dt>{t('command.next')}</dt>
        <dd>
          {pending.value === undefined && isAsking
            ? <ValueInput facts={facts} value={typed} label={t('command.next')} onChange={setTyped} />
            : <b>{valueWords({ value: typed ?? NaN }, facts)}</b>}
        </dd>
      </dl>
      {isAsking && reason && <Alert type="warning" showIcon title={reason} />}
      {isAsking && !reason && isOut && <Alert type="warning" showIcon role="alert" title={t('refused.range', { min: facts?.min ?? '−∞', max: facts?.max ?? '∞' })} />}
      {!isAsking && <Outcome phase={phase} words={run.failure ? say(run.failure.words) : t(`command.${phase}`)} />}
      <div className="command-buttons">
        <Button onClick={onClose}>{t(isAsking ? 'command.cancel' : 'command.close')}</Button>
        {isAsking && <Button type="primary" htmlType="submit" autoFocus={pending.value !== undefined} disabled={reason !== null || typed === null || isOut}>{t('command.send')}</Button>}
        {run.canRetry && <Button type="primary" htmlType="submit">{t('command.again')}</Button>}
      </div>
    </form>
  )
})

interface ValueInputProps {
  readonly facts: Tag | null | undefined
  readonly value: number | null
  readonly label: string
  readonly onChange: (value: number | null) => void
}

/** The present value is selected, so that typing replaces it; what is out of range is said, never bent into range. */
function ValueInput({ facts, value, label, onChange }: ValueInputProps) {
  return (
    <InputNumber<number>
      autoFocus aria-label={label} value={value} onChange={onChange} suffix={facts?.unit || undefined} changeOnWheel={false}
      onFocus={(event) => { event.target.select() }}
    />
  )
}

function Outcome({ phase, words }: { readonly phase: CommandRun['phase']; readonly words: ReactNode }) {
  const type = phase === 'succeeded' ? 'success' : phase === 'sending' || phase === 'queued' || phase === 'sent' ? 'info' : 'error'
  return <Alert type={type} showIcon title={words} role={type === 'error' ? 'alert' : 'status'} />
}

/** Why nothing may be sent now, or null. Nobody commands blind: an old value, a lost link and a read-only point refuse. */
function useRefusal(state: number, facts: Tag | null | undefined, may: boolean): string | null {
  const { telemetry } = useStores()
  const { t } = useTranslation('runtime')
  if (!may) return t('refused.role')
  if (telemetry.link.link !== 'open') return t('refused.link')
  if (state >= quality.bad) return t('refused.stale')
  if (facts === undefined) return t('refused.unknown')
  if (facts && !facts.writable) return t('refused.readOnly')
  return null
}
