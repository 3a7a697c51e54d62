import type { ModalFuncProps } from 'antd'

/**
 * Confirmation before unsaved input is discarded. The button that keeps the input is primary and focused, so that Enter
 * loses nothing.
 */
export const confirmDiscard = (
  t: (key: 'discard.title' | 'discard.text' | 'discard.go' | 'discard.stay') => string,
): ModalFuncProps => ({
  title: t('discard.title'),
  content: t('discard.text'),
  okText: t('discard.go'),
  cancelText: t('discard.stay'),
  autoFocusButton: 'cancel',
  okButtonProps: { type: 'default', danger: true },
  cancelButtonProps: { type: 'primary' },
})
