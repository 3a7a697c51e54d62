import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mappingTemplates } from '../../contract/mapping/index.ts'
import { templatePages } from '../app/pages/templatePages.ts'
import { openPart } from '../testing/openConsole.tsx'
import { TemplateArticle } from './TemplateArticle.tsx'

test('each template has a help page with its name, in the order of the gallery', () => {
  expect(templatePages.map(({ template, words }) => ({ id: template, words }))).toEqual(
    mappingTemplates.map(({ id, words }) => ({ id, words })),
  )
})

test.each(mappingTemplates.map(({ id }) => id))(
  'the page of %s names what to set, what arrives and commands',
  async (id) => {
    const template = mappingTemplates.find((each) => each.id === id)
    await openPart(<TemplateArticle id={id} />)
    for (const { en } of template?.setup ?? []) expect((await screen.findByText(en)).tagName).toBe('LI')
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      template?.words.en,
      'Set up the device',
      'What arrives',
      'Commands',
    ])
    if (template?.kind !== 'mapping') return
    const text = screen.getByRole('article').textContent
    for (const { point, command } of template.mapping.points) {
      expect(text).toContain(point)
      if (command) expect(text).toContain(command.topic)
    }
  },
)
