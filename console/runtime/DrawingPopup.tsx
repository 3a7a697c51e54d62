import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { runPath } from '../kit/drawingPaths.ts'
import type { PopupAsked } from './useActions.tsx'

/**
 * Another drawing over this one, running in a frame of our own page. Not a window of the browser: those are often blocked,
 * and lie where nobody looks on a wall of screens.
 */
export function DrawingPopup({ popup: { drawing, title, width, height }, onClose }: { readonly popup: PopupAsked; readonly onClose: () => void }) {
  const { t } = useTranslation('runtime')
  return (
    <Modal
      open footer={null} width={width} centered title={title} onCancel={onClose} className="drawing-popup"
      styles={{ body: { height: `min(${height}px, calc(100dvh - 120px))` } }}
    >
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page: it needs its origin, session and scripts */}
      <iframe
        src={runPath(drawing)} title={t('popup.frame', { name: title })} allow="fullscreen"
        onLoad={({ currentTarget }) => closeByEscape(currentTarget, onClose)}
      />
    </Modal>
  )
}

/** Keys pressed in a frame do not reach the page around it. What is open inside closes first. */
function closeByEscape(frame: HTMLIFrameElement, close: () => void): void {
  frame.contentWindow?.addEventListener('keydown', (event) => { if (event.key === 'Escape' && !event.defaultPrevented) close() })
  frame.focus()
}
