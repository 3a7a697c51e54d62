import { observer } from 'mobx-react-lite'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { pole } from '../../contract/lighting/pole.ts'
import { tunnel, tunnelSection } from '../../contract/lighting/tunnel.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { allRows } from '../stores/entities/allRows.ts'
import { ShortCache } from '../stores/entities/shortCache.ts'
import type { EntityStores } from '../stores/entities/entityStore.ts'
import { useStores } from '../stores/root.ts'
import { isForbidden, nullIfForbidden } from '../stores/entities/forbidden.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { useLiveStates } from '../stores/hooks/useLiveStates.ts'
import { inDaylight, isInTunnel, getLamps, lampSummary, litSections, type AreaPoint } from './lampSummary.ts'
import './lighting.css'

const noIds: ReadonlySet<string> = new Set()
/** Cache time in milliseconds. All cells of a list share the sections and tunnels of a project. */
const cacheMs = 2000
const lit = new WeakMap<EntityStores, ShortCache<ReadonlySet<string> | null>>()

/** Reported state of an area's lamps next to the last command, so that failed commands are visible. */
export const AreaLamps = observer(function AreaLamps({ row, point }: { readonly row: Row; readonly point: AreaPoint }) {
  const { entities } = useStores()
  const { t } = useTranslation('lighting')
  const localize = useLocalized()
  const answer = useRequest(row.id, async (signal) => {
    const options = { signal, quiet: true }
    const { rows } = await allRows(
      entities.of(pole).client,
      { project: row.project, filter: { area: row.id } },
      options,
    )
    const sections = isInTunnel(rows) ? await findLitSections(entities, row.project) : noIds
    return { rows, free: inDaylight(rows, sections), isKnown: sections !== null }
  })
  const { rows, free, isKnown } =
    answer === null || answer instanceof CallFailure ? { rows: null, free: noIds, isKnown: false } : answer
  const lamps = useMemo(() => getLamps(rows ?? []), [rows])
  const live = useLiveStates(lamps, noIds)
  const dimming = getValue(row, 'dimming')
  const at = getValue(row, 'commandedAt')
  const isCommanded = typeof dimming === 'number' && typeof at === 'number'
  const isByDaylight = isKnown && lamps.length > 0 && lamps.every(({ id }) => free.has(id))
  const commandText = isCommanded
    ? t('lamps.asked', {
        what: point === 'dimming' ? `${dimming} %` : t(getValue(row, 'isOn') === true ? 'on' : 'off'),
        time: formatTime(at, 'MM-DD HH:mm'),
      })
    : t(isByDaylight ? 'program.daylight' : 'lamps.notAsked')
  const summary = lampSummary(point, lamps, live, isCommanded ? dimming : null, free)
  return (
    <span className="lighting-lamps" data-differs={summary.differs || undefined}>
      {answer instanceof CallFailure
        ? isForbidden(answer)
          ? t('lamps.unseen')
          : localize(answer.words)
        : rows === null
          ? '…'
          : t(`lamps.${summary.key}`, { on: summary.on, of: summary.of, percent: summary.percent })}
      {rows !== null && summary.unknown > 0 && summary.key !== 'unknown' && (
        <small>{t('lamps.some', { count: summary.unknown })}</small>
      )}
      <small>
        {commandText}
        {summary.differs && ` · ${t('lamps.differs')}`}
      </small>
    </span>
  )
})

/** Returns the sections of a project that a brightness strategy controls; null if the account lacks permission. */
async function findLitSections(
  entities: EntityStores,
  project: string | undefined,
): Promise<ReadonlySet<string> | null> {
  const commandText = lit.get(entities) ?? new ShortCache(cacheMs, () => performance.now())
  lit.set(entities, commandText)
  return commandText.get(project ?? '', () =>
    nullIfForbidden(async () => {
      const [sections, tunnels] = await Promise.all(
        [tunnelSection, tunnel].map((entity) => allRows(entities.of(entity).client, { project }, { quiet: true })),
      )
      return litSections(sections?.rows ?? [], tunnels?.rows ?? [])
    }),
  )
}
