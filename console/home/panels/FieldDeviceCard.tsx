import { CloseOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getEntity } from '../../../contract/entities.ts'
import { CameraControls } from '../../fields/camera/CameraControls.tsx'
import { CameraVideo } from '../../fields/camera/CameraVideo.tsx'
import { FieldCell } from '../../fields/FieldCell.tsx'
import type { PointState } from '../../kit/map/point.ts'
import type { FieldDevice } from '../model/fieldDevices.ts'
import { StateMark } from './StateMark.tsx'

interface FieldDeviceProps {
  readonly device: FieldDevice
  readonly state: PointState
}

/**
 * Current state of a device: the value of a sensor (with a question mark if it is not current) or type and state of a
 * third-party device. Cameras have none.
 */
function DeviceState({ device: { kind, row }, state }: FieldDeviceProps) {
  const { t } = useTranslation('home')
  const name = kind === 'sensor' ? 'value' : 'kind'
  const field = getEntity(kind).fields[name]
  const values: Readonly<Record<string, unknown>> = { ...row }
  const value = values[name]
  if (kind === 'camera' || !field) return null
  return (
    <>
      {state === 'alarm' && <StateMark state={state} />}
      <FieldCell field={field} value={typeof value === 'string' ? value : null} row={row} />
      {kind === 'thirdParty' && <small>{t(`state.${state}`)}</small>}
    </>
  )
}

/** Live picture of a camera in a dialog; closing the dialog stops the stream. */
export function CameraPicture({
  device: { row, title },
  onClose,
}: {
  readonly device: FieldDevice
  readonly onClose: () => void
}) {
  return (
    <Modal open centered width="70vw" title={title} footer={null} onCancel={onClose}>
      <CameraVideo row={row} />
      <CameraControls row={row} />
    </Modal>
  )
}

/** Card of the device selected on a map; for a camera, its live picture. */
export function FieldDeviceCard({ device, state, onClose }: FieldDeviceProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('home')
  if (device.kind === 'camera') return <CameraPicture device={device} onClose={onClose} />
  return (
    <section className="home-device-card" aria-label={device.title}>
      <b>{device.title}</b>
      <DeviceState device={device} state={state} />
      <Button size="small" type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('close')} onClick={onClose} />
    </section>
  )
}

/** Devices of a tunnel or an industrial site with their current states; cameras open their live picture. */
export function FieldDeviceList({
  devices,
  states,
}: {
  readonly devices: readonly FieldDevice[]
  readonly states: ReadonlyMap<string, PointState>
}) {
  const { t } = useTranslation('home')
  const [open, setOpen] = useState<FieldDevice | null>(null)
  if (devices.length === 0) return null
  return (
    <section className="home-group home-devices" aria-label={t('devices')}>
      <header>
        <h2>{t('devices')}</h2>
      </header>
      <ul>
        {devices.map((device) => (
          <li key={device.id}>
            <span title={device.title}>{device.title}</span>
            {device.kind === 'camera' ? (
              <Button
                size="small"
                aria-label={t('camera.openNamed', { name: device.title })}
                onClick={() => setOpen(device)}
              >
                {t('camera.open')}
              </Button>
            ) : (
              <DeviceState device={device} state={states.get(device.id) ?? 'unknown'} />
            )}
          </li>
        ))}
      </ul>
      {open && <CameraPicture device={open} onClose={() => setOpen(null)} />}
    </section>
  )
}
