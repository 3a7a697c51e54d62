import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Copies a text to the clipboard. Without TLS browsers deny access to the clipboard; the button then shows a hint to
 * copy manually.
 */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTranslation('secondStep')
  const [copied, setCopied] = useState<'not' | 'done' | 'byHand'>('not')

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('done')
    } catch {
      setCopied('byHand') // The text is displayed next to the button, so the user can copy it manually.
    }
  }

  return (
    <>
      <Button
        icon={copied === 'done' ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
        onClick={() => void handleCopy()}
      >
        {copied === 'done' ? t('copied') : label}
      </Button>
      <span role="status" className="second-step-status">
        {copied === 'byHand' ? t('byHand') : ''}
      </span>
    </>
  )
}
