import { useTranslation } from 'react-i18next'
import type { ConnectionRefusal } from '../../contract/routes.ts'
import { formatTime } from '../kit/text/formatTime.ts'

interface RefusalTextProps {
  readonly refusal: { readonly at: number; readonly reason: ConnectionRefusal; readonly detail: string }
}

/** Reason of an ignored message or a rejected connection, with its topic and time. */
export function RefusalText({ refusal: { at, reason, detail } }: RefusalTextProps) {
  const { t } = useTranslation('connections')
  return (
    <div className="connections-refusal">
      <span>{t(`reason.${reason}`)}</span>
      {detail !== '' && <code title={detail}>{detail}</code>}
      <time>{formatTime(at)}</time>
    </div>
  )
}
