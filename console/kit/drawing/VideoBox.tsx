import { ReloadOutlined } from '@ant-design/icons'
import { openVideo, type VideoStream } from '@mimic/engine/players'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLocalized } from '../text/useLocalized.ts'
import './VideoBox.css'

interface VideoBoxProps {
  readonly stream: VideoStream
  readonly url: string
  readonly label: string
  readonly words: { readonly loading: string; readonly failed: string; readonly again: string }
}

/** Video of a camera, with its state and a retry button. */
export function VideoBox(props: VideoBoxProps) {
  const [attempt, setAttempt] = useState(0)
  return <Playing key={`${attempt} ${props.url}`} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

function Playing({ stream, url, label, words, onAgain: onRetry }: VideoBoxProps & { readonly onAgain: () => void }) {
  const localize = useLocalized()
  const place = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'coming' | 'playing' | 'failed' | 'forbidden'>('coming')
  useEffect(() => {
    const video = place.current
    if (!video) return undefined
    const fail = (): void => setState((present) => (present === 'forbidden' ? present : 'failed'))
    // The browser distinguishes blocking by the content security policy from an unreachable site; the player does not.
    const forbid = ({ blockedURI }: SecurityPolicyViolationEvent): void => {
      if (/^https?:/.test(blockedURI) && getOrigin(blockedURI) === getOrigin(url))
        setState((present) => (present === 'playing' ? present : 'forbidden'))
    }
    document.addEventListener('securitypolicyviolation', forbid)
    const stop = openVideo(video, stream, url, {
      onStalled: () => setState('coming'),
      onResume: () => setState('playing'),
      onLost: fail,
    })
    return () => {
      document.removeEventListener('securitypolicyviolation', forbid)
      stop()
    }
  }, [stream, url])
  return (
    <div className="video-box" data-state={state}>
      <video
        ref={place}
        aria-label={label}
        muted
        autoPlay
        playsInline
        controls={stream === 'mp4'}
        onPlaying={() => setState('playing')}
      />
      {state === 'coming' && <p role="status">{words.loading}</p>}
      {(state === 'failed' || state === 'forbidden') && (
        <p role="alert">
          {words.failed}
          {state === 'forbidden' && <span>{localize(forbidden(getOrigin(url)))}</span>}
          <Button size="small" icon={<ReloadOutlined aria-hidden />} onClick={onRetry}>
            {words.again}
          </Button>
        </p>
      )}
    </div>
  )
}

const getOrigin = (address: string): string =>
  URL.canParse(address, location.href) ? new URL(address, location.href).origin : ''
const forbidden = (site: string) => ({
  en: `${site} is not among the ALLOWED_ORIGINS of this server.`,
  zh: `${site} 不在本服务器的 ALLOWED_ORIGINS 中。`,
})
