import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { camera } from '../../contract/lighting/camera.ts'
import type { Row } from '../../contract/entity/define.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { VideoBox } from '../kit/drawing/VideoBox.tsx'
import { useStores } from '../stores/root.ts'
import { editPath } from './paths.ts'
import { type SceneFacts, toText } from './sceneRow.ts'
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
  const { config } = useStores()
  const { t } = useTranslation('scene')
  const { name, source, serial, channel, address }: Readonly<Record<string, unknown>> = { ...row }
  const label = toText(name)
  const cloud =
    config.cameraUrl && toText(serial) !== ''
      ? `${config.cameraUrl}/live/${encodeURIComponent(toText(serial))}/${Number(channel)}.flv`
      : ''
  const url = source === 'cloud' ? cloud : toText(address)
  return (
    <figure>
      {url === '' ? (
        <div className="video-box">
          <p role="status">{t('video.noService')}</p>
        </div>
      ) : (
        <VideoBox
          stream={source === 'mp4' ? 'mp4' : 'flv'}
          url={url}
          label={label}
          words={{ loading: t('video.coming'), failed: t('video.failed'), again: t('video.again') }}
        />
      )}
      <figcaption>
        {label}
        <span>{t('video.channel', { channel: Number(channel) })}</span>
      </figcaption>
    </figure>
  )
}
