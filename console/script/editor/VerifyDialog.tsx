import { Alert, Button, Input, Modal, Radio } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScriptVerification } from '../../../contract/routes/scripts.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'
import type { ScriptDraft } from './draft.ts'
import { EffectList } from './EffectList.tsx'

interface VerifyDialogProps {
  readonly draft: ScriptDraft
  readonly onClose: () => void
}

/** Runs a draft once on the last real message, or on a pasted one, and shows what it would do. Nothing is sent. */
export function VerifyDialog({ draft, onClose }: VerifyDialogProps) {
  const { client } = useStores()
  const { t } = useTranslation('script')
  const localize = useLocalized()
  const [origin, setOrigin] = useState<'last' | 'pasted'>('last')
  const [message, setMessage] = useState({ topic: '', payload: '', device: '' })
  const [hasLast, setHasLast] = useState<boolean | null>(null)
  const [result, setResult] = useState<ScriptVerification | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    const abort = new AbortController()
    const query = { event: draft.event, ...(draft.product ? { product: draft.product } : {}) }
    client
      .call('script.lastMessage', { query }, { signal: abort.signal, quiet: true })
      .then((last) => {
        setHasLast(last !== null)
        if (last) setMessage({ topic: last.topic, payload: last.payload, device: last.device ?? '' })
        else setOrigin('pasted')
      })
      .catch((cause: unknown) => {
        if (abort.signal.aborted) return
        if (!(cause instanceof CallFailure)) throw cause
        setFailure(cause)
      })
    return () => abort.abort()
  }, [client, draft.event, draft.product])

  async function run() {
    setBusy(true)
    setFailure(null)
    try {
      const input = { ...message, device: message.device === '' ? null : message.device }
      const body = { script: draft, message: origin === 'last' ? null : input }
      const verification = await client.call('script.verify', { body }, { quiet: true })
      setResult(verification)
      // The last message may be a newer one than that shown.
      const used = verification.run?.message
      if (used) setMessage({ topic: used.topic, payload: used.payload, device: used.device ?? '' })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setFailure(thrown)
    } finally {
      setBusy(false)
    }
  }

  const isPasted = origin === 'pasted'
  return (
    <Modal
      open
      width={980}
      title={t('verify.title')}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('editor.back')}
        </Button>,
        <Button key="run" type="primary" loading={isBusy} onClick={() => void run()}>
          {t('verify.run')}
        </Button>,
      ]}
    >
      <p className="script-hint">{t('verify.hint')}</p>
      {failure && <Alert type="error" showIcon role="alert" title={localize(failure.words)} />}
      <Radio.Group
        value={origin}
        onChange={(event) => setOrigin(event.target.value === 'pasted' ? 'pasted' : 'last')}
        options={[
          { value: 'last', label: t('verify.last'), disabled: hasLast !== true },
          { value: 'pasted', label: t('verify.pasted') },
        ]}
      />
      {hasLast === false && <p className="script-none">{t('verify.noLast')}</p>}
      <div className="script-message">
        <label>
          {t('verify.topic')}
          <Input
            value={message.topic}
            readOnly={!isPasted}
            onChange={(event) => setMessage({ ...message, topic: event.target.value })}
          />
        </label>
        <label>
          {t('verify.device')}
          <Input
            value={message.device}
            readOnly={!isPasted}
            placeholder={t('verify.deviceExample')}
            onChange={(event) => setMessage({ ...message, device: event.target.value })}
          />
        </label>
        <label className="script-message-payload">
          {t('verify.payload')}
          <Input.TextArea
            value={message.payload}
            readOnly={!isPasted}
            autoSize={{ minRows: 2, maxRows: 8 }}
            onChange={(event) => setMessage({ ...message, payload: event.target.value })}
          />
        </label>
      </div>
      {result && <Result {...result} />}
    </Modal>
  )
}

function Result({ problems, run }: ScriptVerification) {
  const { t } = useTranslation('script')
  const localize = useLocalized()
  if (problems.length > 0)
    return (
      <Alert
        type="error"
        showIcon
        role="alert"
        title={problems.map(({ line, column, words }) => (
          <div key={`${line}:${column}`}>
            {t('editor.place', { line, column })} {localize(words)}
          </div>
        ))}
      />
    )
  if (!run) return <Alert type="warning" showIcon title={t('verify.noMessage')} />
  const isDone = run.outcome === 'done'
  return (
    <div className="script-result">
      <Alert
        type={isDone ? 'success' : 'error'}
        showIcon
        role="status"
        title={
          isDone
            ? t('verify.done', { ms: run.tookMs.toFixed(2) })
            : run.error
              ? localize(run.error)
              : t('verify.failed', { outcome: run.outcome })
        }
      />
      <Part title={t('verify.effects')}>
        <EffectList effects={run.effects} />
      </Part>
      <div className="script-before-after">
        <Part title={t('verify.before')}>
          <pre className="script-output">{`${run.message.topic}\n${run.message.payload}`}</pre>
        </Part>
        <Part title={t('verify.after')}>
          <pre className="script-output">{`${run.topicAfter}\n${run.payloadAfter}`}</pre>
        </Part>
      </div>
      <Part title={t('verify.log')}>
        {run.lines.length === 0 ? (
          <p className="script-none">{t('verify.noLines')}</p>
        ) : (
          <pre className="script-output">
            {run.lines.map(({ level, text }) => `${level.toUpperCase()} ${text}`).join('\n')}
          </pre>
        )}
      </Part>
      {run.data !== '{}' && (
        <Part title={t('verify.data')}>
          <pre className="script-output">{run.data}</pre>
        </Part>
      )}
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h4>{title}</h4>
      {children}
    </section>
  )
}
