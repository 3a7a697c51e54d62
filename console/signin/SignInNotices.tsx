import { useEffect, useState } from 'react'
import { useLocalized } from '../kit/text/useLocalized.ts'
import type { Notice } from '../stores/session/notices.ts'
import { useStores } from '../stores/root.ts'

/** Shows notices of the stores above the sign-in form, for example that single sign-on was rejected. */
export function SignInNotices() {
  const { notices } = useStores()
  const localize = useLocalized()
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => notices.onPost(setNotice), [notices])
  if (!notice || notice.manner === 'silent') return null
  const { manner, words, detail } = notice
  return (
    <p
      className={`plain-notice plain-notice-${manner === 'success' || manner === 'news' ? 'news' : 'error'}`}
      role="alert"
    >
      {localize(words)}
      {detail && ` ${localize(detail)}`}
    </p>
  )
}
