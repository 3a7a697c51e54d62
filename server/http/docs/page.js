// The page of /api/docs: finds a token, asks for the document with it, and shows it. Tokens go to this server only.
;(() => {
  const isChinese = /^zh/i.test(
    sessionStorage.getItem('language') || localStorage.getItem('language') || navigator.language,
  )
  const words = isChinese
    ? {
        back: '返回控制台',
        save: '下载 OpenAPI 文档',
        label: 'API 令牌',
        go: '打开',
        why: '请先在控制台登录，再从同一标签页打开本页；或输入 API 令牌。',
        refused: '该令牌无效或没有权限。',
      }
    : {
        back: 'Back to the console',
        save: 'Download the OpenAPI document',
        label: 'API token',
        go: 'Open',
        why: 'Sign in to the console and open this page in the same tab, or enter an API token.',
        refused: 'This token is not valid here.',
      }
  const element = (id) => document.getElementById(id)
  for (const [id, text] of Object.entries(words)) if (element(id)) element(id).textContent = text
  document.documentElement.lang = isChinese ? 'zh-CN' : 'en'

  async function open(token) {
    const answer = await fetch('/api/openapi.json', {
      headers: { authorization: `Bearer ${token}` },
      cache: 'no-store',
    })
    if (!answer.ok) return ask(words.refused)
    const spec = await answer.json()
    element('ask').hidden = true
    const save = element('save')
    save.hidden = false
    save.download = 'mimic-openapi.json'
    save.href = URL.createObjectURL(new Blob([JSON.stringify(spec, null, 2)], { type: 'application/json' }))
    globalThis.SwaggerUIBundle({
      spec,
      domNode: element('api'),
      deepLinking: true,
      docExpansion: 'none',
      filter: true,
      tryItOutEnabled: false,
      validatorUrl: null,
      persistAuthorization: false,
      defaultModelsExpandDepth: -1,
      syntaxHighlight: false,
      requestInterceptor: (request) => {
        const to = new URL(request.url, location.href)
        if (to.origin === location.origin && !request.headers.Authorization)
          request.headers.Authorization = `Bearer ${token}`
        return request
      },
    })
  }

  function ask(why) {
    element('why').textContent = why
    element('ask').hidden = false
    element('token').focus()
  }

  element('ask').addEventListener('submit', (event) => {
    event.preventDefault()
    void open(element('token').value.trim())
  })
  const token = sessionStorage.getItem('loginstate') === 'in' ? sessionStorage.getItem('token') : null
  if (token) void open(token)
  else ask(words.why)
})()
