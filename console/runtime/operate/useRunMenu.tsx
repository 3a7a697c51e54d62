import {
  ArrowLeftOutlined,
  BorderOuterOutlined,
  EditOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  KeyOutlined,
  LineChartOutlined,
  PictureOutlined,
} from '@ant-design/icons'
import type { MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { routes } from '../../../contract/routes.ts'
import { formatTime } from '../../kit/text/formatTime.ts'
import { pictureScale } from '../../kit/drawing/pictureScale.ts'
import { saveFile } from '../../kit/saveFile.ts'
import { useStores } from '../../stores/root.ts'
import { designPath, listPath } from '../../kit/drawing/drawingPaths.ts'
import type { Running } from '../running.ts'
import type { Opened, RunStore } from '../runStore.ts'
import type { Fullscreen } from '../useFullscreen.ts'

interface RunMenuOptions {
  readonly store: RunStore
  readonly opened: Opened
  readonly running: Running | null
  readonly fullscreen: Fullscreen
  /** Opens or closes the trend below the drawing. */
  readonly onTrend: () => void
  /** Opens the list of shortcuts. */
  readonly onKeys: () => void
}

/** Context menu of a running drawing. Call it inside an observer. */
export function useRunMenu({ store, opened, running, fullscreen, onTrend, onKeys }: RunMenuOptions): MenuProps {
  const { notices, session } = useStores()
  const { t } = useTranslation('runtime')
  const navigate = useNavigate()
  const { document, project } = opened
  const mayTrend = !store.isShared && session.may(routes['history.read'].policy, project)
  const mayDesign = session.may(routes['drawing.save'].policy, project)

  const handlePicture = async (): Promise<void> => {
    try {
      const picture = await running?.stage.picture({ scale: pictureScale(document.layer, sharpest) })
      const moment = formatTime(Date.now(), 'YYYY-MM-DD HH-mm-ss')
      if (picture) saveFile(`${document.name} ${moment}`, 'png', picture)
    } catch (thrown) {
      console.error(thrown)
      notices.post({ manner: 'toast', words: failedText })
    }
  }

  return {
    className: 'runtime-menu',
    items: [
      {
        key: 'full',
        label: t(fullscreen.isOn ? 'menu.exit' : 'menu.full'),
        extra: fullscreen.isOn ? 'Esc' : 'F11',
        onClick: fullscreen.toggle,
        icon: fullscreen.isOn ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />,
      },
      {
        key: 'fit',
        label: t('menu.fit'),
        extra: running?.stage.camera.isLocked === false ? '0' : undefined,
        icon: <BorderOuterOutlined aria-hidden />,
        disabled: !running,
        onClick: () => running?.view.fit(),
      },
      {
        key: 'picture',
        label: t('menu.picture'),
        icon: <PictureOutlined aria-hidden />,
        disabled: !running,
        onClick: () => void handlePicture(),
      },
      ...(mayTrend
        ? [
            {
              key: 'trend',
              label: t('menu.trend'),
              icon: <LineChartOutlined aria-hidden />,
              disabled: !running,
              onClick: onTrend,
            },
          ]
        : []),
      { key: 'keys', label: t('menu.keys'), extra: '?', icon: <KeyOutlined aria-hidden />, onClick: onKeys },
      ...(store.isShared ? [] : [{ type: 'divider' as const, key: 'line' }]),
      ...(mayDesign
        ? [
            {
              key: 'design',
              label: t('menu.design'),
              icon: <EditOutlined aria-hidden />,
              onClick: () => void navigate(designPath(store.id)),
            },
          ]
        : []),
      ...(store.isShared
        ? []
        : [
            {
              key: 'back',
              label: t('menu.back'),
              icon: <ArrowLeftOutlined aria-hidden />,
              onClick: () => void navigate(listPath),
            },
          ]),
    ],
  }
}

/** Maximum image pixels per drawing pixel. */
const sharpest = 2

const failedText = { en: 'The picture could not be made', zh: '无法生成图片' }
