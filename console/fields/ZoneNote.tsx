import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/root.ts'
import './fields.css'

interface ZoneNoteProps {
  /** `moments`: times are this browser's. `plan`: they are the project's. `periods`: periods are the project's, other times this browser's. `runs`: they are the server's, which is in no project. */
  readonly says: 'moments' | 'plan' | 'periods' | 'runs'
  /** Whose clock; undefined: of all projects that the account sees. */
  readonly project?: string | undefined
}

/** Whose clock the times beside it are said by. Nothing where this browser's shows the same as the other, which is nearly everywhere. */
export const ZoneNote = observer(function ZoneNote({ says, project }: ZoneNoteProps) {
  const { zones } = useStores()
  const { t } = useTranslation('zone')
  const others = (says === 'runs' ? [zones.server] : zones.among(project)).filter((zone) => zones.isElsewhere(zone))
  if (others.length === 0) return null
  return <p className="zone-note" role="note">{t(says, { zone: others.join(t('comma')), own: zones.own, count: others.length })}</p>
})
