import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../kit/text/formatTime.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'

const everyMs = 2_000

/** Counters of a script since the server started. */
export const ScriptFigures = observer(function ScriptFigures({ script }: { readonly script: string }) {
  const { t } = useTranslation('script')
  const { client } = useStores()
  const { value } = usePolling(script, everyMs, (signal) =>
    client.call('script.figures', { params: { id: script } }, { quiet: true, signal }),
  )
  if (value === null) return null
  const { since, runs, failures, dropped, meanMs, maxMs, waiting, restarts } = value
  const shown: readonly (readonly [string, string | number])[] = [
    ['runs', runs],
    ['failures', failures],
    ['mean', `${meanMs.toFixed(2)} ms`],
    ['max', `${maxMs.toFixed(2)} ms`],
    ['waiting', waiting],
    ['dropped', dropped],
    ['restarts', restarts],
  ]
  return (
    <div className="script-figures">
      <dl>
        {shown.map(([name, figure]) => (
          <div key={name}>
            <dt>{t(`figures.${name}`)}</dt>
            <dd>{typeof figure === 'number' ? figure.toLocaleString() : figure}</dd>
          </div>
        ))}
      </dl>
      <p>{t('figures.since', { time: formatTime(since) })}</p>
    </div>
  )
})
