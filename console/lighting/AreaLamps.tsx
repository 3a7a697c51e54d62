import { observer } from 'mobx-react-lite'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { pole } from '../../contract/lighting/pole.ts'
import { tunnel, tunnelSection } from '../../contract/lighting/tunnel.ts'
import { valueOf } from '../crud/screenConfig.ts'
import { formatTime } from '../kit/formatTime.ts'
import { useLocalized } from '../kit/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { allRows } from '../stores/allRows.ts'
import { ShortCache } from '../stores/shortCache.ts'
import type { EntityStores } from '../stores/entityStore.ts'
import { useStores } from '../stores/root.ts'
import { isForbidden, nullIfForbidden } from '../stores/forbidden.ts'
import { useRequest } from '../stores/useRequest.ts'
import { useLiveStates } from '../stores/useLiveStates.ts'
import { inDaylight, isInTunnel, lampsOf, lampSummary, litSections, type AreaPoint } from './lampSummary.ts'
import './lighting.css'

const nothing: ReadonlySet<string> = new Set()
/** Cache time in milliseconds. All cells of a list share the sections and tunnels of a project. */
const keepMs = 2000
const lit = new WeakMap<EntityStores, ShortCache<ReadonlySet<string> | null>>()

/** Reported state of an area's lamps next to the last command, so that failed commands are visible. */
export const AreaLamps = observer(function AreaLamps({ row, point }: { readonly row: Row; readonly point: AreaPoint }) {
  const { entities } = useStores()
  const { t } = useTranslation('lighting')
  const say = useLocalized()
  const answer = useRequest(row.id, async (signal) => {
    const options = { signal, quiet: true }
    const { rows } = await allRows(entities.of(pole).client, { project: row.project, filter: { area: row.id } }, options)
    const sections = isInTunnel(rows) ? await litIn(entities, row.project) : nothing
    return { rows, free: inDaylight(rows, sections), isKnown: sections !== null }
  })
  const { rows, free, isKnown } = answer === null || answer instanceof CallFailure ? { rows: null, free: nothing, isKnown: false } : answer
  const lamps = useMemo(() => lampsOf(rows ?? []), [rows])
  const live = useLiveStates(lamps, nothing)
  const dimming = valueOf(row, 'dimming')
  const at = valueOf(row, 'commandedAt')
  const isAsked = typeof dimming === 'number' && typeof at === 'number'
  const isByDaylight = isKnown && lamps.length > 0 && lamps.every(({ id }) => free.has(id))
  const asked = isAsked ? t('lamps.asked', { what: point === 'dimming' ? `${dimming} %` : t(valueOf(row, 'isOn') === true ? 'on' : 'off'), time: formatTime(at, 'MM-DD HH:mm') }) : t(isByDaylight ? 'program.daylight' : 'lamps.notAsked')
  const said = lampSummary(point, lamps, live, isAsked ? dimming : null, free)
  return (
    <span className="lighting-lamps" data-differs={said.differs || undefined}>
      {answer instanceof CallFailure ? (isForbidden(answer) ? t('lamps.unseen') : say(answer.words)) : rows === null ? '…' : t(`lamps.${said.key}`, { on: said.on, of: said.of, percent: said.percent })}
      {rows !== null && said.unknown > 0 && said.key !== 'unknown' && <small>{t('lamps.some', { count: said.unknown })}</small>}
      <small>{asked}{said.differs && ` · ${t('lamps.differs')}`}</small>
    </span>
  )
})

/** Returns the sections of a project that a brightness strategy controls; null if the account lacks permission. */
async function litIn(entities: EntityStores, project: string | undefined): Promise<ReadonlySet<string> | null> {
  const asked = lit.get(entities) ?? new ShortCache(keepMs, () => performance.now())
  lit.set(entities, asked)
  return asked.ask(project ?? '', () => nullIfForbidden(async () => {
    const [sections, tunnels] = await Promise.all([tunnelSection, tunnel].map((entity) => allRows(entities.of(entity).client, { project }, { quiet: true })))
    return litSections(sections?.rows ?? [], tunnels?.rows ?? [])
  }))
}
