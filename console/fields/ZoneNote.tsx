import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/root.ts'
import './fields.css'

interface ZoneNoteProps {
  /**
   * Time zone of the displayed times. `moments`: the browser's. `plan`: the project's. `periods`: the project's for
   * periods, the browser's for other times. `runs`: the server's, independent of projects.
   */
  readonly kind: 'moments' | 'plan' | 'periods' | 'runs'
  /** Project whose time zone to show; undefined for all projects of the account. */
  readonly project?: string | undefined
}

/** Names the time zone of the displayed times. Renders nothing if it matches that of the browser. */
export const ZoneNote = observer(function ZoneNote({ kind, project }: ZoneNoteProps) {
  const { zones } = useStores()
  const { t } = useTranslation('zone')
  const others = (kind === 'runs' ? [zones.server] : zones.among(project)).filter((zone) => zones.isElsewhere(zone))
  if (others.length === 0) return null
  return (
    <p className="zone-note" role="note">
      {t(kind, { zone: others.join(t('comma')), own: zones.own, count: others.length })}
    </p>
  )
})
