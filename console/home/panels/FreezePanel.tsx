import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { usePlantTime } from '../../fields/usePlantTime.ts'
import { ZoneNote } from '../../fields/ZoneNote.tsx'
import { projectLink } from '../model/projectLink.ts'
import type { Overview } from '../model/overview.ts'
import { Panel } from './Panel.tsx'

/** Limited so that the alarm panel above keeps its height. */
const shown = 4

/** Latest meter freezes. */
export const FreezePanel = observer(function FreezePanel({
  overview: { freezes, requests },
  project,
}: {
  readonly overview: Overview
  readonly project: string | undefined
}) {
  const plantTime = usePlantTime()
  const { t } = useTranslation('home')
  return (
    <Panel
      title={t('freeze')}
      more={<Link to={projectLink('/energy/freeze', project)}>{t('all')}</Link>}
      request={requests.freezes}
      isKnown={freezes !== null}
    >
      {freezes?.length === 0 && <p className="home-none">{t('noFreeze')}</p>}
      {freezes !== null && freezes.length > 0 && (
        <table className="home-table">
          <thead>
            <tr>
              <th>{t('meter')}</th>
              <th>{t('time')}</th>
              <th>{t('reading')}</th>
            </tr>
          </thead>
          <tbody>
            {freezes.slice(0, shown).map((row) => {
              const { device, at, energy }: Readonly<Record<string, unknown>> = { ...row }
              return (
                <tr key={row.id}>
                  <td title={String(device)}>{row.titles[String(device)] ?? String(device)}</td>
                  <td>{typeof at === 'number' ? plantTime(at, row.project, 'MM-DD HH:mm') : ''}</td>
                  <td>
                    {typeof energy === 'number'
                      ? energy.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
                      : '–'}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {freezes !== null && freezes.length > 0 && <ZoneNote kind="plan" project={project} />}
    </Panel>
  )
})
