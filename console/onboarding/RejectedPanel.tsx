import { useTranslation } from 'react-i18next'
import { formatTime } from '../kit/text/formatTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import type { IncomingMessage } from './useMessages.ts'

const maxRows = 50
const maxCharacters = 120
const decoder = new TextDecoder()

/** Rejected messages of the topic filters with their reasons. */
export function RejectedPanel({ rejected }: { readonly rejected: readonly IncomingMessage[] }) {
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  if (rejected.length === 0) return null
  return (
    <section className="onboarding-panel" aria-label={t('rejected.title')}>
      <h2>{t('rejected.title')}</h2>
      <p className="onboarding-note">{t('rejected.lead')}</p>
      <div className="onboarding-scroll">
        <table className="onboarding-rejected">
          <thead>
            <tr>
              <th scope="col">{t('rejected.time')}</th>
              <th scope="col">{t('rejected.topic')}</th>
              <th scope="col">{t('rejected.reason')}</th>
              <th scope="col">{t('rejected.payload')}</th>
            </tr>
          </thead>
          <tbody>
            {rejected.slice(0, maxRows).map(({ topic, at, problem, payload }, index) => (
              <tr key={`${topic} ${at} ${index}`}>
                <td>{formatTime(at, 'HH:mm:ss')}</td>
                <td>{topic}</td>
                <td>{problem ? localize(problem) : '–'}</td>
                <td>
                  <code>{decoder.decode(payload).slice(0, maxCharacters)}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
