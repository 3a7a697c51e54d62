import type { ModalFuncProps } from 'antd'

/** The question before what was entered is lost. What keeps it stands out and has the keyboard: who presses Enter without reading loses nothing. */
export const confirmDiscard = (t: (key: 'discard.title' | 'discard.text' | 'discard.go' | 'discard.stay') => string): ModalFuncProps => ({
  title: t('discard.title'), content: t('discard.text'), okText: t('discard.go'), cancelText: t('discard.stay'),
  autoFocusButton: 'cancel', okButtonProps: { type: 'default', danger: true }, cancelButtonProps: { type: 'primary' },
})
