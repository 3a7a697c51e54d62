import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPart } from '../testing/openConsole.tsx'
import { HelpPage } from './HelpPage.tsx'

test('a link in the help menu opens a guide with its pictures', async () => {
  const { user } = await openPart(<HelpPage />)
  await user.click(screen.getByRole('link', { name: 'Draw' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Draw' })).toBeTruthy()
  const picture = screen.getByRole('img', { name: 'The designer' })
  expect(picture.getAttribute('src')).toContain('docs/images/en/designer.webp')
})

test('a link in a guide opens the other guide', async () => {
  const { user } = await openPart(<HelpPage />)
  await user.click(screen.getByRole('link', { name: 'Draw' }))
  await user.click((await screen.findAllByRole('link', { name: 'Operate' })).at(-1) ?? document.body)
  expect(await screen.findByRole('heading', { level: 1, name: 'Operate' })).toBeTruthy()
})
