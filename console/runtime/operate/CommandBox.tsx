import { Alert, Button } from 'antd'
import type { Disabled } from '@mimic/engine'
import { quality } from '@mimic/engine/bindings'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { findPasswordComponent } from '../../../contract/componentPassword.ts'
import { limits } from '../../../contract/limits.ts'
import { routes, type Tag } from '../../../contract/routes.ts'
import type { CommandValue } from '../../../contract/telemetry/index.ts'
import { PasswordInput } from '../../kit/form/PasswordInput.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { useTag } from '../../stores/hooks/useTag.ts'
import { Anchor } from '../tag/Anchor.tsx'
import { CommandRun } from '../../stores/live/commandRun.ts'
import { qualityNames } from '../tag/TagLine.tsx'
import type { Running } from '../running.ts'
import type { Opened, RunStore } from '../runStore.ts'
import type { Pending } from './useActions.tsx'
import { useLeave } from '../useLeave.ts'
import { useDisabled } from './useDisabled.ts'
import { useTagFacts } from '../tag/useTagFacts.ts'
import { formatTagValue } from '../formatTagValue.ts'
import { CommandValueInput } from './CommandValueInput.tsx'

interface CommandBoxProps {
  readonly store: RunStore
  readonly opened: Opened
  readonly running: Running
  readonly pending: Pending
  readonly onClose: () => void
}

/** Confirmation dialog for a command, next to the component, with the result of the command. */
export const CommandBox = observer(function CommandBox({ store, opened, running, pending, onClose }: CommandBoxProps) {
  const { component, tag } = pending
  return (
    <Anchor
      stage={running.stage}
      component={component}
      placement="bottom"
      title={component.name}
      classNames={{ root: 'command-box' }}
      content={
        <CommandForm key={tag} store={store} opened={opened} running={running} pending={pending} onClose={onClose} />
      }
    />
  )
})

const doneMs = 1600
/** Delay in milliseconds before the button shows a spinner. */
const loadingMs = 200

const CommandForm = observer(function CommandForm({
  store,
  opened: { document, project, shown, mayOperate },
  running,
  pending,
  onClose,
}: CommandBoxProps) {
  const { session } = useStores()
  const { t } = useTranslation('runtime')
  const localize = useLocalized()
  const { component, hit, tag, states } = pending
  const facts = useTagFacts(store, tag)
  const sample = useTag(tag)
  const box = useRef<HTMLDivElement>(null)
  const [run] = useState(() => new CommandRun(store.commands))
  const [typed, setTyped] = useState<CommandValue | null>(
    pending.value ?? sample.text ?? (Number.isNaN(sample.value) ? null : sample.value),
  )
  const [password, setPassword] = useState('')
  const reason = useRefusal(
    sample.quality,
    facts,
    store.isShared ? mayOperate : session.may(routes['command.send'].policy, project),
    useDisabled(running, hit.id),
    hit.name,
  )
  const { phase, failure } = run
  // The server can require a password that this page does not expect, if the drawing was saved meanwhile.
  const isGuarded = findPasswordComponent(component, (id) => document.get(id)) !== null || run.isPasswordRequired

  useEffect(() => () => run.stop(), [run])
  useEffect(() => {
    if (run.isPasswordRequired) setPassword('')
  }, [run, failure])
  useEffect(() => {
    if (phase !== 'succeeded') return
    const timer = setTimeout(onClose, doneMs)
    return () => clearTimeout(timer)
  }, [phase, onClose])
  // Do not close on a press outside, because the result would not be seen.
  useLeave(box, onClose)

  const isConfirming = phase === 'asking'
  const isOut = typeof typed === 'number' && (typed < (facts?.min ?? -Infinity) || typed > (facts?.max ?? Infinity))
  const isAllowed = reason === null && typed !== null && !isOut && (!isGuarded || password !== '')
  // Limits and write access of the point are unknown until the catalogue responds.
  const isLoading = facts === null
  const canSend = isAllowed && !isLoading
  const handleSend = (): void => {
    if (typed === null || !canSend) return
    // The server does not know unsaved components, so a preview sends the command without a drawing; only the guards of
    // the point apply.
    const origin = shown.kind === 'unsaved' ? {} : { drawing: store.id, component: component.id }
    void run.send(tag, typed, { ...origin, ...(isGuarded ? { componentPassword: password } : {}) })
  }

  return (
    <div ref={box} className="command-dialog" role="dialog" aria-label={component.name} tabIndex={-1}>
      <form
        className="command-form"
        onSubmit={(event) => {
          event.preventDefault()
          handleSend()
        }}
      >
        <dl>
          <dt>{t('command.point')}</dt>
          <dd className="command-tag">{tag}</dd>
          <dt>{t('command.now')}</dt>
          <dd>
            {formatTagValue(sample, facts, t, states)}{' '}
            <small data-quality={qualityNames[sample.quality]}>{t(`quality.${qualityNames[sample.quality]}`)}</small>
          </dd>
          <dt>{t('command.next')}</dt>
          <dd>
            {pending.value === undefined && isConfirming ? (
              <CommandValueInput facts={facts} value={typed} label={t('command.next')} onChange={setTyped} />
            ) : (
              <b>{formatCommandValue(typed, facts, t, states)}</b>
            )}
          </dd>
          {isGuarded && isConfirming && (
            <>
              <dt>{t('command.password')}</dt>
              <dd>
                <PasswordInput
                  aria-label={t('command.componentPassword')}
                  value={password}
                  maxLength={limits.componentPassword.max}
                  autoComplete="off"
                  autoFocus={pending.value !== undefined || failure !== null}
                  status={failure ? 'error' : ''}
                  onChange={(event) => setPassword(event.target.value)}
                />
              </dd>
            </>
          )}
        </dl>
        {isConfirming && failure && <Alert type="error" showIcon role="alert" title={localize(failure.words)} />}
        {(isConfirming || run.canRetry) && reason && <Alert type="warning" showIcon title={reason} />}
        {isConfirming && !reason && isOut && (
          <Alert
            type="warning"
            showIcon
            role="alert"
            title={t('refused.range', { min: facts?.min ?? '−∞', max: facts?.max ?? '∞' })}
          />
        )}
        {!isConfirming && <Outcome phase={phase} words={failure ? localize(failure.words) : t(`command.${phase}`)} />}
        <div className="command-buttons">
          <Button onClick={onClose}>{t(isConfirming ? 'command.cancel' : 'command.close')}</Button>
          {isConfirming && (
            <Button
              type="primary"
              htmlType="submit"
              autoFocus={pending.value !== undefined && !isGuarded}
              disabled={!isAllowed}
              loading={isLoading && { delay: loadingMs }}
            >
              {t('command.send')}
            </Button>
          )}
          {run.canRetry && (
            <Button type="primary" htmlType="submit" disabled={!isAllowed}>
              {t('command.again')}
            </Button>
          )}
        </div>
      </form>
    </div>
  )
})

/** Formats the value of a command. */
function formatCommandValue(
  value: CommandValue | null,
  facts: Tag | null | undefined,
  ...rest: [translate: Parameters<typeof formatTagValue>[2], states: Parameters<typeof formatTagValue>[3]]
): string {
  return formatTagValue(
    typeof value === 'string' ? { value: NaN, text: value } : { value: value ?? NaN },
    facts,
    ...rest,
  )
}

function Outcome({ phase, words }: { readonly phase: CommandRun['phase']; readonly words: ReactNode }) {
  const type =
    phase === 'succeeded' ? 'success' : phase === 'sending' || phase === 'queued' || phase === 'sent' ? 'info' : 'error'
  return <Alert type={type} showIcon title={words} role={type === 'error' ? 'alert' : 'status'} />
}

/**
 * Returns the reason why no command can be sent, or null: missing permission, lost connection, disabled component,
 * outdated value, or read-only point.
 */
function useRefusal(
  state: number,
  facts: Tag | null | undefined,
  may: boolean,
  disabledReason: Disabled | null,
  name: string,
): string | null {
  const { telemetry } = useStores()
  const { t } = useTranslation('runtime')
  if (!may) return t('refused.role')
  if (telemetry.link.link !== 'open') return t('refused.link')
  if (disabledReason !== null)
    return t(disabledReason === 'control.off' ? 'refused.off' : 'refused.unsureOff', { name })
  if (state >= quality.bad) return t('refused.stale')
  if (facts === undefined) return t('refused.unknown')
  if (facts && !facts.writable) return t('refused.readOnly')
  return null
}
