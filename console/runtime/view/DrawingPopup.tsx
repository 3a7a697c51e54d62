import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { runPath } from '../../kit/drawing/drawingPaths.ts'
import type { PopupRequest } from '../operate/useActions.tsx'

/**
 * Runs another drawing in a frame over this one. Browser windows are not used, because they are often blocked and can
 * open out of view on a video wall.
 */
export function DrawingPopup({
  popup: { drawing, title, width, height },
  onClose,
}: {
  readonly popup: PopupRequest
  readonly onClose: () => void
}) {
  const { t } = useTranslation('runtime')
  return (
    <Modal
      open
      footer={null}
      width={width}
      centered
      title={title}
      onCancel={onClose}
      className="drawing-popup"
      styles={{ body: { height: `min(${height}px, calc(100dvh - 120px))` } }}
    >
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page: it needs its origin, session and scripts */}
      <iframe
        src={runPath(drawing)}
        title={t('popup.frame', { name: title })}
        allow="fullscreen"
        onLoad={({ currentTarget }) => closeByEscape(currentTarget, onClose)}
      />
    </Modal>
  )
}

/** Key events in a frame do not reach the parent page. Overlays inside the frame close first. */
function closeByEscape(frame: HTMLIFrameElement, close: () => void): void {
  frame.contentWindow?.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close()
  })
  frame.focus()
}
