import { Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { tunnelSection } from '../../contract/lighting/tunnel.ts'
import { routes, type TunnelLight } from '../../contract/routes.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import './lighting.css'

const everyMs = 10_000
const zones = tunnelSection.fields.zone.options

/**
 * Current lighting control of a tunnel: its sensors, the last levels sent to its segments, and the number of following
 * lamps.
 */
export const TunnelNow = observer(function TunnelNow({ row }: { readonly row: Row }) {
  const { session } = useStores()
  return session.may(routes['tunnel.light'].policy, row.project ?? '') ? <Light id={row.id} /> : null
})

const Light = observer(function Light({ id }: { readonly id: string }) {
  const { client } = useStores()
  const { t } = useTranslation('lighting')
  const localize = useLocalized()
  const polled = usePolling<{ readonly light: TunnelLight }>(id, everyMs, async (signal) => ({
    light: await client.call('tunnel.light', { params: { id } }, { quiet: true, signal }),
  }))
  if (polled.value === null) return polled.failure ? null : <Skeleton active paragraph={{ rows: 3 }} />
  const { light } = polled.value
  if (light === null)
    return (
      <p className="lighting-none" role="status">
        {t('tunnel.unbound')}
      </p>
    )
  const { strategy, luminance, flow, share, segments } = light
  // After a failed request the last response remains visible, but is not marked as current.
  const isNow = polled.failure === null
  const figure = (value: number): string => String(Math.round(value))
  return (
    <section className="lighting-now" aria-label={t('tunnel.now')}>
      <h3>
        {t('tunnel.now')}
        <small>{t('tunnel.strategy', { name: strategy })}</small>
      </h3>
      <ul className="lighting-points lighting-tunnel">
        <Line
          isNow={isNow}
          name={t('tunnel.luminance')}
          value={luminance && `${figure(luminance.value)} cd/m²`}
          note={luminance ? t('tunnel.by', { sensor: luminance.sensor }) : t('tunnel.noLuminance')}
        />
        <Line
          isNow={isNow}
          name={t('tunnel.flow')}
          value={flow && t('tunnel.vehicles', { count: Math.round(flow.value) })}
          note={flow ? t('tunnel.byShare', { sensor: flow.sensor, share: figure(share * 100) }) : t('tunnel.noFlow')}
        />
        {segments.map((segment) => {
          const { zone, level, sentAt } = segment
          const words = zones.find(({ value }) => value === zone)?.words
          return (
            <Line
              key={zone}
              isNow={isNow && sentAt !== null}
              name={words ? localize(words) : zone}
              value={level === null ? null : `${level} %`}
              note={formatNote(segment)}
            />
          )
        })}
      </ul>
      {polled.failure && (
        <p className="lighting-none" role="alert">
          {localize(polled.failure.words)}
        </p>
      )}
      {segments.length === 0 && <p className="lighting-none">{t('tunnel.noZones')}</p>}
    </section>
  )

  /** Describes the lamps that received the level, and the reasons for those that did not. */
  function formatNote({ sentAt, lamps, following, byScene }: Segment): string {
    if (lamps === 0) return t('tunnel.noLamps')
    const idle = lamps - following - byScene
    return [
      following === 0
        ? t('tunnel.nobody')
        : sentAt === null
          ? t('tunnel.unsent', { count: following })
          : t('tunnel.sent', { time: formatTime(sentAt), count: following }),
      ...(byScene > 0 ? [t('tunnel.byScene', { count: byScene })] : []),
      ...(idle > 0 ? [t('tunnel.idle', { count: idle })] : []),
    ].join(t('tunnel.and'))
  }
})

type Segment = NonNullable<TunnelLight>['segments'][number]

function Line({
  name,
  value,
  note,
  isNow,
}: {
  readonly name: string
  readonly value: string | null
  readonly note: string
  readonly isNow: boolean
}) {
  const { t } = useTranslation('lighting')
  return (
    <li>
      <span className="lighting-name">{name}</span>
      <span className="lighting-value" data-live={isNow && value !== null}>
        {value ?? t('noLive')}
      </span>
      <small>{note}</small>
    </li>
  )
}
