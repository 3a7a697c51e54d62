import { quality } from '@mimic/engine/bindings'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { liveValue, liveTag, liveUnit } from '../../../contract/entity/liveFields.ts'
import { sensor } from '../../../contract/lighting/sensor.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { countOn, type LiveStates } from '../../stores/live/liveStates.ts'
import { useTag } from '../../stores/hooks/useTag.ts'
import { type FieldDevice, fieldKinds } from '../model/fieldDevices.ts'
import { StateMark } from '../panels/StateMark.tsx'
import { type Section, tubes, type Tunnel, type TunnelDevice } from './tunnelView.ts'
import { formatStatusCounts } from '../model/statusLabels.ts'

interface TunnelPanoramaProps {
  readonly tunnel: Tunnel
  readonly live: LiveStates
  readonly chosen: string | null
  readonly onChoose: (section: string | null) => void
  readonly onDevice: (device: FieldDevice) => void
}

const width = 1000
const tubeHeight = 128
const gap = 26
const left = 8
const inner = width - 2 * left

/**
 * Scheme of a tunnel: the zones of each tube and a mark per luminaire. Filled is on (opacity follows the dimming
 * level), hollow is off, broken is unknown, a triangle is an alarm.
 */
export function TunnelPanorama({ tunnel, live, chosen, onChoose, onDevice }: TunnelPanoramaProps) {
  const { t } = useTranslation('home')
  return (
    <svg
      className="tunnel-panorama"
      viewBox={`0 0 ${width} ${tubes.length * (tubeHeight + gap)}`}
      role="group"
      aria-label={t('tunnel.scheme', { name: tunnel.name })}
    >
      {tubes.map((tube, row) => {
        const y = row * (tubeHeight + gap) + 18
        const fans = tunnel.fans.filter((_, index) => index % tubes.length === row)
        return (
          <g key={tube} transform={`translate(0 ${y})`}>
            <text x={left} y={-6} className="tunnel-tube">
              {t(`tunnel.${tube}`)} {tube === 'left' ? '→' : '←'}
            </text>
            <rect x={left} y={0} width={inner} height={tubeHeight} className="tunnel-wall" rx="3" />
            <line x1={left} x2={left + inner} y1={tubeHeight / 2} y2={tubeHeight / 2} className="tunnel-lane" />
            {tunnel.sections
              .filter((section) => section.tube === tube)
              .map((section) => (
                <Zone
                  key={section.id}
                  section={section}
                  live={live}
                  isChosen={section.id === chosen}
                  onChoose={() => onChoose(section.id === chosen ? null : section.id)}
                />
              ))}
            {fans.map((fan, index) => (
              <Fan
                key={fan.id}
                fan={fan}
                x={left + ((index + 0.5) / fans.length) * inner}
                y={tubeHeight / 2}
                live={live}
              />
            ))}
            {tunnel.devices.map((device) =>
              device.place?.tube === tube && tunnel.span !== null ? (
                <Marked
                  key={device.id}
                  device={device}
                  x={left + Math.min(1, device.place.metre / tunnel.span) * inner}
                  live={live}
                  onOpen={() => onDevice(device)}
                />
              ) : null,
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** Legend of the panorama; lists only the kinds of devices that are present. */
export function PanoramaLegend({
  devices,
  hasFans,
}: {
  readonly devices: readonly FieldDevice[]
  readonly hasFans: boolean
}) {
  const { t } = useTranslation('home')
  const marked = fieldKinds.filter((kind) => devices.some((device) => device.kind === kind && device.place !== null))
  return (
    <ul className="home-legend" aria-label={t('tunnel.legend')}>
      <li>
        <svg className="tunnel-sign" width="14" height="14" viewBox="-8 -8 16 16" aria-hidden>
          <rect x={-4} y={-5} width={8} height={10} rx={1} />
        </svg>
        {t('tunnel.lamp')}
      </li>
      {hasFans && (
        <li>
          <svg className="tunnel-sign" width="14" height="14" viewBox="-10 -10 20 20" aria-hidden>
            <circle r="8.5" />
            <path d="M0 0C2-7 7-6 6-2 5 0 2 0 0 0M0 0C5 5 3 8 0 7-3 5-1 2 0 0M0 0C-7-2-7 3-4 4-2 4-1 2 0 0" />
          </svg>
          {t('tunnel.fan')}
        </li>
      )}
      {marked.map((kind) => (
        <li key={kind}>
          <svg className="tunnel-sign" data-kind={kind} width="14" height="14" viewBox="-10 -10 20 20" aria-hidden>
            <path d={deviceMarks[kind]} />
          </svg>
          {t(`tunnel.mark.${kind}`)}
        </li>
      ))}
      {(['on', 'off', 'unknown', 'alarm'] as const).map((state) => (
        <li key={state}>
          <StateMark state={state} />
          {t(`state.${state}`)}
        </li>
      ))}
    </ul>
  )
}

function Zone({
  section,
  live,
  isChosen,
  onChoose,
}: {
  readonly section: Section
  readonly live: LiveStates
  readonly isChosen: boolean
  readonly onChoose: () => void
}) {
  const { t } = useTranslation('home')
  const x = left + section.from * inner
  const size = section.share * inner
  const half = Math.ceil(section.lamps.length / 2)
  const counted = countOn(section.lamps, live)
  const count = section.lamps.length
  const words = t('tunnel.zone', {
    name: section.name,
    count,
    states: formatStatusCounts('lit', counted)
      .map((part) => t(...part))
      .join(', '),
  })
  return (
    <g
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      className="tunnel-zone"
      onClick={onChoose}
      aria-label={words}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onChoose()
      }}
    >
      <title>{words}</title>
      <rect x={x} y={0} width={size} height={tubeHeight} className="tunnel-zone-ground" />
      {section.from > 0 && <line x1={x} x2={x} y1={0} y2={tubeHeight} className="tunnel-joint" />}
      <text x={x + size / 2} y={30} className="tunnel-zone-name">
        {size > 36 ? section.zone.toUpperCase() : ''}
      </text>
      {section.lamps.map((lamp, index) => {
        const isUpper = index < half
        const place = isUpper ? index : index - half
        const beside = isUpper ? half : count - half
        return (
          <Lamp
            key={lamp.id}
            lamp={lamp}
            x={x + ((place + 0.5) / beside) * size}
            y={isUpper ? 10 : tubeHeight - 10}
            live={live}
          />
        )
      })}
    </g>
  )
}

function Lamp({
  lamp,
  x,
  y,
  live,
}: {
  readonly lamp: TunnelDevice
  readonly x: number
  readonly y: number
  readonly live: LiveStates
}) {
  const state = live.states.get(lamp.id) ?? 'unknown'
  if (state === 'alarm') return <path d={`M${x} ${y - 6}l6 11h-12z`} className="tunnel-lamp" data-state={state} />
  const level = live.levels.get(lamp.id) ?? 100
  return (
    <rect
      x={x - 3}
      y={y - 4}
      width={6}
      height={8}
      rx={1}
      className="tunnel-lamp"
      data-state={state}
      style={state === 'on' ? { fillOpacity: 0.3 + 0.7 * (level / 100) } : undefined}
    />
  )
}

function Fan({
  fan,
  x,
  y,
  live,
}: {
  readonly fan: TunnelDevice
  readonly x: number
  readonly y: number
  readonly live: LiveStates
}) {
  const state = live.states.get(fan.id) ?? 'unknown'
  return (
    <g transform={`translate(${x} ${y})`} className="tunnel-fan" data-state={state}>
      <title>{fan.title}</title>
      <circle r="9" />
      <path d="M0 0C2-7 7-6 6-2 5 0 2 0 0 0M0 0C5 5 3 8 0 7-3 5-1 2 0 0M0 0C-7-2-7 3-4 4-2 4-1 2 0 0" />
    </g>
  )
}

interface MarkedProps {
  readonly device: FieldDevice
  readonly x: number
  readonly live: LiveStates
  readonly onOpen: () => void
}

/** Device placed in a tube: a sensor (diamond, with its value), a camera, or a third-party device (hexagon). */
function Marked(props: MarkedProps) {
  const { t } = useTranslation('home')
  const { device, live } = props
  const state = live.states.get(device.id) ?? 'unknown'
  if (device.kind === 'sensor') return <MarkedSensor {...props} />
  return (
    <Mark
      {...props}
      state={state}
      words={
        device.kind === 'camera'
          ? t('camera.openNamed', { name: device.title })
          : `${device.title} · ${t(`state.${state}`)}`
      }
    />
  )
}

/**
 * A value that is not current is marked with a question mark and drawn fainter; the state is part of the accessible
 * name.
 */
const MarkedSensor = observer(function MarkedSensor(props: MarkedProps) {
  const { t } = useTranslation('home')
  const localize = useLocalized()
  const {
    device: { id, row, title },
    live,
  } = props
  const field = sensor.fields.value
  const values: Readonly<Record<string, unknown>> = { ...row }
  const sample = useTag(liveTag(field, values) ?? '')
  const isGood = sample.quality === quality.good
  const unit = liveUnit(field, values)
  const text =
    sample.atMs === 0 || Number.isNaN(sample.value)
      ? '–'
      : `${Math.round(liveValue(field, values, sample.value) * 10) / 10}${unit ? ` ${localize(unit)}` : ''}${isGood ? '' : ' ?'}`
  const state = live.states.get(id) ?? 'unknown'
  return (
    <Mark {...props} state={state} words={`${title} · ${text} · ${t(`state.${state}`)}`}>
      <text y={-11} textAnchor="middle" data-stale={!isGood || undefined}>
        {text}
      </text>
    </Mark>
  )
})

function Mark({
  device,
  x,
  state,
  words,
  onOpen,
  children,
}: Omit<MarkedProps, 'live'> & { readonly state: string; readonly words: string; readonly children?: ReactNode }) {
  return (
    <g
      transform={`translate(${x} ${tubeHeight * 0.74})`}
      role="button"
      tabIndex={0}
      aria-label={words}
      className="tunnel-device"
      data-kind={device.kind}
      data-state={state}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onOpen()
      }}
    >
      <title>{words}</title>
      <rect x={-11} y={-11} width={22} height={22} className="tunnel-zone-ground" />
      <path d={deviceMarks[device.kind]} />
      {children}
    </g>
  )
}

const deviceMarks: Readonly<Record<FieldDevice['kind'], string>> = {
  sensor: 'M0-8 8 0 0 8-8 0z',
  camera: 'M-9-5H3V5H-9zM5-1 10-5V5L5 1z',
  thirdParty: 'M0-8 7-4V4L0 8-7 4V-4z',
}
