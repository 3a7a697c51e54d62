import { UndoOutlined } from '@ant-design/icons'
import { Button, InputNumber, Segmented, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device, MarkingStore, Scheme, TubePlace } from './markingStore.ts'

const tubes = ['left', 'right'] as const
const [width, height, gap, edge] = [1000, 128, 40, 8]
const inner = width - 2 * edge

interface TubeSchemeProps {
  readonly scheme: Scheme
  readonly devices: readonly Device[]
  readonly store: MarkingStore
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
  /** Defined while a device is selected for placing. */
  readonly onPick: ((place: TubePlace) => void) | undefined
}

/**
 * Scheme of the tubes of a tunnel, drawn as in its panorama. A click places the selected device; `TubeFields` is the
 * keyboard alternative.
 */
export const TubeScheme = observer(function TubeScheme({
  scheme,
  devices,
  store,
  chosen,
  onChoose,
  onPick,
}: TubeSchemeProps) {
  const { t } = useTranslation('marking')
  const handlePick = (tube: string, event: MouseEvent<SVGRectElement>): void => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect()
    onPick?.({ tube, metre: Math.min(1, Math.max(0, (event.clientX - left) / wide)) * scheme.span })
  }
  return (
    <svg
      className="marking-tubes"
      viewBox={`0 0 ${width} ${tubes.length * (height + gap)}`}
      role="group"
      aria-label={scheme.name}
    >
      {tubes.map((tube, row) => (
        <g key={tube} transform={`translate(0 ${row * (height + gap) + 22})`}>
          <text x={edge} y={-6}>
            {t(`tube.${tube}`)} {tube === 'left' ? '→' : '←'}
          </text>
          <text x={edge + inner} y={-6} textAnchor="end">
            {t('span', { metres: scheme.span })}
          </text>
          <rect
            x={edge}
            y={0}
            width={inner}
            height={height}
            rx="3"
            className="marking-tube"
            data-picking={onPick !== undefined}
            onClick={(event) => handlePick(tube, event)}
          />
          <line x1={edge} x2={edge + inner} y1={height / 2} y2={height / 2} className="marking-lane" />
          {devices.map((device) => {
            const place = store.getTubePlace(device)
            if (place?.tube !== tube) return null
            return (
              <g
                key={device.row.id}
                transform={`translate(${edge + Math.min(1, place.metre / scheme.span) * inner} ${height * 0.74})`}
                className="marking-in-tube"
                data-state={store.drafts.has(device.row.id) ? 'draft' : 'placed'}
                data-chosen={device.row.id === chosen}
                onClick={() => onChoose(device.row.id)}
              >
                <title>{device.name}</title>
                <circle r="7" />
                <text y={20} textAnchor="middle">
                  {device.row.id === chosen ? device.name : ''}
                </text>
              </g>
            )
          })}
        </g>
      ))}
    </svg>
  )
})

/** Tube and position (metres) of the selected device, the keyboard alternative to the scheme. */
export const TubeFields = observer(function TubeFields({
  device,
  scheme,
  store,
}: {
  readonly device: Device
  readonly scheme: Scheme
  readonly store: MarkingStore
}) {
  const { t } = useTranslation('marking')
  const place = store.getTubePlace(device)
  const [tube, setTube] = useState<string | null>(null)
  const [metre, setMetre] = useState<number | null>(null)
  const [inTube, at] = [tube ?? place?.tube ?? 'left', metre ?? place?.metre ?? null]
  return (
    <div className="marking-place">
      <Segmented
        size="small"
        aria-label={t('tubeOf')}
        value={inTube}
        options={tubes.map((one) => ({ value: one, label: t(`tube.${one}`) }))}
        onChange={setTube}
      />
      <label>
        {t('metre')}
        <InputNumber size="small" min={0} max={scheme.span} step={1} value={at} onChange={setMetre} />
      </label>
      <Button
        size="small"
        disabled={at === null}
        onClick={() => {
          if (at === null) return
          store.setTubePlace(device.row.id, { tube: inTube, metre: at })
          setTube(null)
          setMetre(null)
        }}
      >
        {t('put')}
      </Button>
      {store.drafts.has(device.row.id) && (
        <Tooltip title={t('forget')}>
          <Button
            size="small"
            icon={<UndoOutlined aria-hidden />}
            aria-label={t('forget')}
            onClick={() => store.forget(device.row.id)}
          />
        </Tooltip>
      )}
    </div>
  )
})
