import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  FormOutlined,
  HistoryOutlined,
  PlayCircleOutlined,
  ShareAltOutlined,
} from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type DrawingSummary, routes } from '../../contract/routes.ts'
import { designPath, runPath } from '../kit/drawing/drawingPaths.ts'
import { useConfirmDelete } from '../kit/form/useConfirmDelete.ts'
import { useLanguage } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { HistoryDrawer } from '../revisions/HistoryDrawer.tsx'
import { useRestore } from '../revisions/useRestore.ts'
import { useStores } from '../stores/root.ts'
import { EditDrawingDialog } from './EditDrawingDialog.tsx'
import { ShareDialog } from './share/ShareDialog.tsx'

/**
 * Actions of a drawing that the account has permission for (design, run, edit, duplicate, delete); used by card and
 * table row.
 */
export const DrawingActions = observer(function DrawingActions({ drawing }: { readonly drawing: DrawingSummary }) {
  const { drawings, notices, session } = useStores()
  const { t } = useTranslation(['center', 'share', 'revisions'])
  const language = useLanguage()
  const confirmDelete = useConfirmDelete()
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const [isCopying, setCopying] = useState(false)
  const [hasHistory, setHistory] = useState(false)
  const handleRestore = useRestore(() => drawings.reload())
  const { id, name, project } = drawing
  const mayWrite = session.may(routes['drawing.save'].policy, project)
  const mayShare = session.may(routes['share.create'].policy, project)
  const mayCreate = session.may(routes['drawing.create'].policy, project)
  const mayRemove = session.may(routes['drawing.remove'].policy, project)

  const handleRemove = (): void =>
    confirmDelete(
      {
        title: t('remove.title', { name }),
        text: t('remove.text'),
        confirmText: t('remove.go'),
        done: t('remove.done'),
      },
      () => drawings.remove(id),
    )

  const handleCopy = async (): Promise<void> => {
    setCopying(true)
    try {
      notices.post({ manner: 'success', words: copiedText(await drawings.duplicate(drawing, language)) })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
    } finally {
      setCopying(false)
    }
  }

  return (
    <>
      {mayWrite && (
        <Button
          type="text"
          size="small"
          icon={<EditOutlined aria-hidden />}
          aria-label={t('designNamed', { name })}
          onClick={() => void navigate(designPath(id))}
        >
          {t('design')}
        </Button>
      )}
      <Button
        type="text"
        size="small"
        icon={<PlayCircleOutlined aria-hidden />}
        aria-label={t('runNamed', { name })}
        onClick={() => void navigate(runPath(id))}
      >
        {t('run')}
      </Button>
      {mayShare && (
        <Tooltip title={t('share:dialog.open')}>
          <Button
            type="text"
            size="small"
            className="card-share"
            icon={<ShareAltOutlined aria-hidden />}
            aria-label={t('share:dialog.named', { name })}
            onClick={() => setSharing(true)}
          />
        </Tooltip>
      )}
      {isSharing && <ShareDialog drawing={drawing} onClose={() => setSharing(false)} />}
      {mayWrite && (
        <Tooltip title={t('edit.open')}>
          <Button
            type="text"
            size="small"
            className="card-edit"
            icon={<FormOutlined aria-hidden />}
            aria-label={t('edit.named', { name })}
            onClick={() => setEditing(true)}
          />
        </Tooltip>
      )}
      {isEditing && <EditDrawingDialog drawing={drawing} onClose={() => setEditing(false)} />}
      <Tooltip title={t('revisions:show')}>
        <Button
          type="text"
          size="small"
          className="card-history"
          icon={<HistoryOutlined aria-hidden />}
          aria-label={t('revisions:showNamed', { name })}
          onClick={() => setHistory(true)}
        />
      </Tooltip>
      {hasHistory && <HistoryDrawer drawing={drawing} onRestore={handleRestore} onClose={() => setHistory(false)} />}
      {mayCreate && (
        <Tooltip title={t('copy.go')}>
          <Button
            type="text"
            size="small"
            className="card-copy"
            icon={<CopyOutlined aria-hidden />}
            loading={isCopying}
            aria-label={t('copy.named', { name })}
            onClick={() => void handleCopy()}
          />
        </Tooltip>
      )}
      {mayRemove && (
        <Tooltip title={t('remove.go')}>
          <Button
            type="text"
            size="small"
            className="card-remove"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('remove.named', { name })}
            onClick={handleRemove}
          />
        </Tooltip>
      )}
    </>
  )
})

const copiedText = (name: string) => ({ en: `Duplicated as "${name}"`, zh: `已创建副本“${name}”` })
