import {
  CameraOutlined,
  CaretDownOutlined,
  CaretLeftOutlined,
  CaretRightOutlined,
  CaretUpOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../contract/entity/define.ts'
import { routes } from '../../../contract/routes.ts'
import { saveFile } from '../../kit/saveFile.ts'
import { useStores } from '../../stores/root.ts'
import { CameraMover, type Velocity } from './cameraMover.ts'
import { getVideoSource } from './videoSource.ts'
import './CameraControls.css'

const directions: readonly (readonly [name: string, icon: ReactNode, velocity: Velocity])[] = [
  ['up', <CaretUpOutlined key="up" aria-hidden />, { pan: 0, tilt: 0.5, zoom: 0 }],
  ['left', <CaretLeftOutlined key="left" aria-hidden />, { pan: -0.5, tilt: 0, zoom: 0 }],
  ['right', <CaretRightOutlined key="right" aria-hidden />, { pan: 0.5, tilt: 0, zoom: 0 }],
  ['down', <CaretDownOutlined key="down" aria-hidden />, { pan: 0, tilt: -0.5, zoom: 0 }],
  ['zoomIn', <ZoomInOutlined key="zoomIn" aria-hidden />, { pan: 0, tilt: 0, zoom: 0.5 }],
  ['zoomOut', <ZoomOutOutlined key="zoomOut" aria-hidden />, { pan: 0, tilt: 0, zoom: -0.5 }],
]

/** Buttons that move a camera while they are held, and one that saves a still picture. Nothing without ONVIF. */
export const CameraControls = observer(function CameraControls({ row }: { readonly row: Row }) {
  const { client, session } = useStores()
  const { t } = useTranslation('video')
  const [isSaving, setIsSaving] = useState(false)
  const mover = useRef<CameraMover>(null)
  const { name, isOnvif } = getVideoSource(row, undefined)
  useEffect(() => {
    const current = new CameraMover((body) =>
      client.call('camera.move', { params: { id: row.id }, body }).then(
        () => true,
        () => false,
      ),
    )
    mover.current = current
    return () => current.stop()
  }, [client, row.id])
  if (!isOnvif) return null

  const savePicture = async (): Promise<void> => {
    setIsSaving(true)
    try {
      const { type, data } = await client.call('camera.snapshot', { params: { id: row.id } })
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      saveFile(name, type === 'image/png' ? 'png' : 'jpg', new Blob([bytes], { type }))
    } catch {
      // The client has shown the reason.
    } finally {
      setIsSaving(false)
    }
  }
  const isKey = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' '
  const stop = (): void => mover.current?.stop()
  return (
    <div className="camera-controls" role="group" aria-label={t('controls')}>
      {session.may(routes['camera.move'].policy, row.project ?? '') &&
        directions.map(([direction, icon, velocity]) => (
          <Button
            key={direction}
            icon={icon}
            aria-label={t(`move.${direction}`)}
            title={`${t(`move.${direction}`)} (${t('hold')})`}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              mover.current?.start(velocity)
            }}
            onPointerUp={stop}
            onPointerCancel={stop}
            onKeyDown={(event) => {
              if (isKey(event) && !event.repeat) mover.current?.start(velocity)
            }}
            onKeyUp={stop}
            onBlur={stop}
          />
        ))}
      <Button icon={<CameraOutlined aria-hidden />} loading={isSaving} onClick={() => void savePicture()}>
        {t('snapshot')}
      </Button>
    </div>
  )
})
