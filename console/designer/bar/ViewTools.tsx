import { QuestionCircleOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Icon } from '../actions/Icon.tsx'
import { pageKeys } from '../actions/keys.ts'
import { useActions } from '../actions/useActions.tsx'
import { useDesigner } from '../context.ts'
import { ViewMenu } from '../view/ViewMenu.tsx'
import { ActionTool, Tool } from './Tool.tsx'

const zoomStep = 1.25

/** View controls and help. */
export const ViewTools = observer(function ViewTools() {
  const { session, dialogState } = useDesigner()
  const { t } = useTranslation('designer')
  const { find } = useActions()
  const view = session.editor?.view
  const percent = Math.round(session.scale * 100)
  return (
    <div className="bar-group" role="toolbar" aria-label={t('bar.view')}>
      <span className="bar-spare">
        <ActionTool action={find} />
      </span>
      <ViewMenu />
      <Tool
        words={t('bar.zoomOut')}
        keys="-"
        icon={<ZoomOutOutlined aria-hidden />}
        isOff={!view}
        onRun={() => view?.zoomBy(1 / zoomStep)}
      />
      <Tooltip title={t('bar.zoomFull')} mouseEnterDelay={0.4}>
        <Button
          type="text"
          className="bar-zoom"
          aria-label={t('bar.zoomNow', { percent })}
          disabled={!view}
          onClick={() => view?.actualSize()}
        >
          {t('bar.percent', { percent })}
        </Button>
      </Tooltip>
      <Tool
        words={t('bar.zoomIn')}
        keys="+"
        icon={<ZoomInOutlined aria-hidden />}
        isOff={!view}
        onRun={() => view?.zoomBy(zoomStep)}
      />
      <Tool words={t('bar.fit')} keys="1" icon={<Icon name="fit" />} isOff={!view} onRun={() => view?.fit()} />
      <Tool
        words={t('bar.help')}
        keys={pageKeys.help.keys[0]}
        icon={<QuestionCircleOutlined aria-hidden />}
        onRun={() => dialogState.openDialog({ kind: 'shortcuts' })}
      />
    </div>
  )
})
