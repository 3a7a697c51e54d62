import { useEffect, useState } from 'react'
import { useLocalized } from '../kit/useLocalized.ts'
import type { Notice } from '../stores/notices.ts'
import { useStores } from '../stores/root.ts'

/** What stores tell while nobody is signed in, such as that another system's word was not taken: it stands above the form. */
export function SignInNotices() {
  const { notices } = useStores()
  const say = useLocalized()
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => notices.onPost(setNotice), [notices])
  if (!notice || notice.manner === 'silent') return null
  const { manner, words, detail } = notice
  return <p className={`plain-notice plain-notice-${manner === 'success' || manner === 'news' ? 'news' : 'error'}`} role="alert">{say(words)}{detail && ` ${say(detail)}`}</p>
}
