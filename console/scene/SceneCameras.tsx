import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { camera } from '../../contract/lighting/camera.ts'
import type { Row } from '../../contract/entity/define.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { CameraControls } from '../fields/camera/CameraControls.tsx'
import { CameraVideo } from '../fields/camera/CameraVideo.tsx'
import { getVideoSource } from '../fields/camera/videoSource.ts'
import { editPath } from './paths.ts'
import type { SceneFacts } from './sceneRow.ts'
import { useRows } from './useRow.ts'

/** Live pictures of the scene's cameras in a grid. */
export function SceneCameras({ facts: { id, cameras } }: { readonly facts: SceneFacts }) {
  const { t } = useTranslation('scene')
  const rows = useRows(camera, cameras)
  if (rows === null) return <Skeleton active className="scene-pad" />
  if (rows.length === 0 && cameras.length > 0)
    return <EmptyPanel tone="empty" title={t('video.unseen')} text={t('video.unseenText')} />
  if (rows.length === 0)
    return (
      <EmptyPanel tone="empty" title={t('video.none')} text={t('video.noneText')}>
        <Link to={editPath(id)}>
          <Button type="primary">{t('video.bind')}</Button>
        </Link>
      </EmptyPanel>
    )
  return (
    <ul className="scene-cameras" aria-label={t('tab.video')}>
      {rows.map((row) => (
        <li key={row.id}>
          <Camera row={row} />
        </li>
      ))}
    </ul>
  )
}

function Camera({ row }: { readonly row: Row }) {
  const { t } = useTranslation('video')
  const { name, channel } = getVideoSource(row, undefined)
  return (
    <figure>
      <CameraVideo row={row} />
      <figcaption>
        {name}
        <span>{t('channel', { channel })}</span>
      </figcaption>
      <CameraControls row={row} />
    </figure>
  )
}
