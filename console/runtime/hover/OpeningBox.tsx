import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../contract/limits.ts'
import { PasswordInput } from '../../kit/form/PasswordInput.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'
import { Anchor } from '../tag/Anchor.tsx'
import type { Running } from '../running.ts'
import type { Guarded } from '../operate/useActions.tsx'
import { useLeave } from '../useLeave.ts'

interface OpeningBoxProps {
  readonly drawing: string
  readonly running: Running
  readonly guarded: Guarded
  readonly onOpen: (guarded: Guarded) => void
  readonly onClose: () => void
}

/** Password prompt of a protected component before its link or drawing opens. The server checks the password. */
export function OpeningBox({ running: { stage }, ...form }: OpeningBoxProps) {
  const { component } = form.guarded
  return (
    <Anchor
      stage={stage}
      component={component}
      placement="bottom"
      title={component.name}
      classNames={{ root: 'command-box' }}
      content={<OpeningForm {...form} />}
    />
  )
}

function OpeningForm({ drawing, guarded, onOpen, onClose }: Omit<OpeningBoxProps, 'running'>) {
  const { client } = useStores()
  const { t } = useTranslation('runtime')
  const localize = useLocalized()
  const { component, action } = guarded
  const box = useRef<HTMLDivElement>(null)
  const [over] = useState(() => new AbortController())
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [phase, setPhase] = useState<'asking' | 'checking' | 'passed'>('asking')
  useEffect(() => () => over.abort(), [over])
  useLeave(box, onClose)

  const check = async (): Promise<void> => {
    setPhase('checking')
    setFailure(null)
    try {
      await client.call(
        'drawing.checkComponent',
        { params: { id: drawing }, body: { component: component.id, componentPassword: password } },
        { quiet: true, headers: { repeatSubmit: false } },
      )
    } catch (thrown) {
      if (over.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      setPassword('')
      setFailure(thrown)
      return setPhase('asking')
    }
    if (over.signal.aborted) return
    const needsPress = action.open === 'window' || (action.kind === 'link' && action.open === 'popup')
    if (!needsPress || isPressFresh()) onOpen(guarded)
    else setPhase('passed')
  }
  const handleSubmit = (): void => {
    if (phase === 'passed') onOpen(guarded)
    else if (phase === 'asking' && password !== '') void check()
  }

  return (
    <div ref={box} className="command-dialog" role="dialog" aria-label={component.name} tabIndex={-1}>
      <form
        className="command-form"
        onSubmit={(event) => {
          event.preventDefault()
          handleSubmit()
        }}
      >
        {phase === 'passed' ? (
          <Alert type="success" showIcon role="status" title={t('opening.passed')} />
        ) : (
          <dl>
            <dt>{t('command.password')}</dt>
            <dd>
              <PasswordInput
                aria-label={t('command.componentPassword')}
                value={password}
                maxLength={limits.componentPassword.max}
                autoComplete="off"
                autoFocus
                status={failure ? 'error' : ''}
                onChange={(event) => setPassword(event.target.value)}
              />
            </dd>
          </dl>
        )}
        {failure && <Alert type="error" showIcon role="alert" title={localize(failure.words)} />}
        <div className="command-buttons">
          <Button onClick={onClose}>{t('command.cancel')}</Button>
          <Button
            key={phase === 'passed' ? 'passed' : 'asking'}
            type="primary"
            htmlType="submit"
            autoFocus={phase === 'passed'}
            loading={phase === 'checking'}
            disabled={phase !== 'passed' && password === ''}
          >
            {t('opening.open')}
          </Button>
        </div>
      </form>
    </div>
  )
}

/**
 * Returns true if the browser still permits opening a window from the last click. If this cannot be determined, another
 * click is required.
 */
const isPressFresh = (): boolean => 'userActivation' in navigator && navigator.userActivation.isActive
