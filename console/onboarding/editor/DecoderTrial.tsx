import { Button, Input, InputNumber } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codecs, formatBase64, messageProblems, parseBase64, parseHex } from '../../../contract/mapping/index.ts'
import type { DecoderResult } from '../../../contract/routes.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'
import type { Decoder } from './edits.ts'

interface DecoderTrialProps {
  readonly decoder: Decoder
  readonly topic: string
}

const maxPort = 255
/** Path by which a point reads a decoded value. */
const getPath = (name: string): string => `$decoded.${name}`

/** Runs a decoder on pasted bytes and shows the decoded values, or the error with its line. */
export const DecoderTrial = observer(function DecoderTrial({ decoder, topic }: DecoderTrialProps) {
  const { client } = useStores()
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  const [text, setText] = useState('')
  const [port, setPort] = useState<number | null>(null)
  const [result, setResult] = useState<DecoderResult | null>(null)
  const [isRunning, setRunning] = useState(false)
  const bytes = parseHex(text) ?? parseBase64(text)
  const run = async (): Promise<void> => {
    if (!bytes) return
    if (decoder.kind === 'codec') {
      const points = codecs[decoder.codec].decode({ bytes, topic, device: null, port, receivedAt: 0 })
      return setResult(
        points
          ? { points, problem: null, lines: [] }
          : { points: [], problem: { words: messageProblems.decoder, line: null }, lines: [] },
      )
    }
    setRunning(true)
    try {
      const { language, source } = decoder
      const body = { language, source, bytes: formatBase64(bytes), port, device: null, topic }
      setResult(await client.call('mapping.decode', { body }))
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setResult(null)
    } finally {
      setRunning(false)
    }
  }
  return (
    <fieldset className="onboarding-preview">
      <legend>{t('decoder.try')}</legend>
      <span className="onboarding-pair">
        <Input
          size="small"
          className="editor-code"
          aria-label={t('decoder.bytes')}
          placeholder="0175640367100104688A"
          status={text !== '' && !bytes ? 'error' : ''}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <InputNumber<number>
          size="small"
          aria-label={t('decoder.port')}
          placeholder={t('decoder.port')}
          min={0}
          max={maxPort}
          precision={0}
          value={port}
          onChange={setPort}
        />
        <Button size="small" disabled={text === '' || !bytes} loading={isRunning} onClick={() => void run()}>
          {t('decoder.run')}
        </Button>
      </span>
      {text !== '' && !bytes && <p className="onboarding-fault">{t('decoder.noBytes')}</p>}
      <div role="status">
        {result?.problem && (
          <p className="onboarding-fault">
            {result.problem.line !== null && `${t('decoder.line', { line: result.problem.line })}: `}
            {localize(result.problem.words)}
          </p>
        )}
        {result && result.points.length > 0 && (
          <dl className="onboarding-values">
            {result.points.map(({ name, value, quality = 'good' }, index) => (
              <div key={index}>
                <dt>
                  <code>{getPath(name)}</code>
                </dt>
                <dd>
                  {value === null ? '–' : String(value)}
                  {quality !== 'good' && <em> {t(`quality.${quality}`)}</em>}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {result && result.problem === null && result.points.length === 0 && <p>{t('decoder.nothing')}</p>}
        {result?.lines.map((line, index) => (
          <p key={index} className="onboarding-note">
            {line}
          </p>
        ))}
      </div>
    </fieldset>
  )
})
