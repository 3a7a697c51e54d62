import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../contract/entity/define.ts'
import { VideoBox } from '../../kit/drawing/VideoBox.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { CallFailure } from '../../net/failure.ts'
import { useRequest } from '../../stores/entities/useRequest.ts'
import { useStores } from '../../stores/root.ts'
import { getVideoSource } from './videoSource.ts'

/** Live video of a camera. The server opens the streams of cameras behind the video gateway. */
export function CameraVideo({ row }: { readonly row: Row }) {
  const { config } = useStores()
  const { t } = useTranslation('video')
  const { name, stream, url, isGateway } = getVideoSource(row, config.cameraUrl)
  if (isGateway) return <GatewayVideo id={row.id} name={name} />
  if (url === '')
    return (
      <div className="video-box">
        <p role="status">{t('noService')}</p>
      </div>
    )
  return (
    <VideoBox
      stream={stream}
      url={url}
      label={name}
      words={{ loading: t('coming'), failed: t('failed'), again: t('again') }}
    />
  )
}

function GatewayVideo({ id, name }: { readonly id: string; readonly name: string }) {
  const { client } = useStores()
  const { t } = useTranslation('video')
  const localize = useLocalized()
  const [attempt, setAttempt] = useState(0)
  const opened = useRequest(`${attempt} ${id}`, (signal) =>
    client.call('camera.stream', { params: { id } }, { signal, quiet: true }),
  )
  if (opened === null)
    return (
      <div className="video-box">
        <p role="status">{t('coming')}</p>
      </div>
    )
  if (opened instanceof CallFailure)
    return (
      <div className="video-box">
        <p role="alert">
          {localize(opened.words)}
          <Button size="small" icon={<ReloadOutlined aria-hidden />} onClick={() => setAttempt(attempt + 1)}>
            {t('again')}
          </Button>
        </p>
      </div>
    )
  return <VideoBox {...opened} label={name} words={{ loading: t('coming'), failed: t('failed'), again: t('again') }} />
}
