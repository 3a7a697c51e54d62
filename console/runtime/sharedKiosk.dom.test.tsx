import { makeComponent } from '@mimic/engine/document'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { openPart, project } from '../testing/openConsole.tsx'
import { refusal } from '../testing/serverByRoute.ts'
import { storedDrawing } from '../testing/storedDrawing.ts'
import { RuntimePage } from './view/RuntimePage.tsx'

const gauge = makeComponent({
  type: 'text',
  name: 'Speed',
  width: 100,
  height: 40,
  bindings: [{ prop: 'text', tag: `${project}/pump-1/speed`, via: { kind: 'value' } }],
})

/** A page of a share link with a password. `end` ends its visit, as the server does after twelve hours; `change` replaces the password. */
async function openPage(query: string, first = 'first password') {
  let password = first
  let hasEnded = false
  function Page() {
    const [params] = useSearchParams()
    return params.size > 0 ? <RuntimePage /> : <Navigate to={`/?share=s1${query}`} replace />
  }
  const opened = await openPart(<Page />, {
    answers: {
      'share.ask': () => ({ needsPassword: true }),
      'share.open': ({ body }) => {
        if ((body as { password?: string }).password !== password) return refusal('share.wrong')
        hasEnded = false
        return { token: 'share_1', expiresAt: 1_900_000_000_000 }
      },
      'share.drawing': () => ({
        ...storedDrawing('d1', 'Works', [gauge]),
        mayOperate: false,
        tags: [],
        points: [],
        newer: null,
      }),
      'share.values': () =>
        hasEnded ? refusal('share.ended') : { seq: 1, revision: 1, mayOperate: false, values: [] },
    },
  })
  return {
    ...opened,
    end: () => {
      hasEnded = true
    },
    change: () => {
      password = 'second password'
    },
  }
}

beforeEach(() => sessionStorage.clear())

/** Opens the page and enters the password. */
async function openLink(query: string) {
  const opened = await openPage(query)
  await opened.user.type(await screen.findByLabelText('Share password'), 'first password')
  await opened.user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('table', { name: 'Values of Works' })
  return opened
}

test('a kiosk opens a link with a password again by itself when its visit ends', async () => {
  const { end, server } = await openLink('&kiosk')
  end()
  await waitFor(() => expect(server.sent('share.open')).toHaveLength(2), { timeout: 5000 })
  await screen.findByRole('table', { name: 'Values of Works' })
  expect(screen.queryByLabelText('Share password')).toBeNull()
})

test('a kiosk shows why instead of a form when the password was changed', async () => {
  const { change, end } = await openLink('&kiosk')
  change()
  end()
  await screen.findByText(/The password of this link was changed/, undefined, { timeout: 5000 })
  expect(screen.queryByLabelText('Share password')).toBeNull()
})

test('a kiosk that reloads itself opens the link again without a person', async () => {
  await openLink('&kiosk')
  cleanup()
  const { server } = await openPage('&kiosk')
  await screen.findByRole('table', { name: 'Values of Works' })
  expect(server.sent('share.open').map(({ body }) => body)).toEqual([{ share: 's1', password: 'first password' }])
})

test('a kiosk that reloads itself after the password was changed shows the reason instead of a form', async () => {
  await openLink('&kiosk')
  cleanup()
  await openPage('&kiosk', 'second password')
  await screen.findByText(/The password of this link was changed/)
  expect(screen.queryByLabelText('Share password')).toBeNull()
})

test('without a kiosk the page asks for the password when its visit ends', async () => {
  const { end } = await openLink('')
  end()
  await screen.findByText(/Enter the password again/, undefined, { timeout: 5000 })
  expect(screen.queryByLabelText('Share password')).not.toBeNull()
})
