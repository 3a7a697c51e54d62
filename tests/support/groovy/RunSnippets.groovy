import groovy.json.JsonOutput
import groovy.json.JsonSlurper

// Runs each snippet of standard input (a JSON list of texts) and writes what it printed, its value with its type, or its exception.
def kind(value) {
    if (value == null) return 'null'
    if (value instanceof CharSequence) return 'String'
    if (value instanceof Range) return 'Range'
    if (value instanceof List) return 'List'
    if (value instanceof Map) return 'Map'
    if (value instanceof Set) return 'Set'
    if (value instanceof Collection) return 'List'
    if (value instanceof Map.Entry) return 'Entry'
    if (value instanceof Closure) return 'Closure'
    if (value.class.isArray()) return 'List'
    return value.class.simpleName
}

def outputs = new JsonSlurper().parse(System.in).collect { source ->
    def printed = new StringWriter()
    def shell = new GroovyShell(new Binding(out: new PrintWriter(printed, true)))
    def end
    try {
        def value = shell.evaluate(source)
        end = "${kind(value)} ${value instanceof Closure ? '' : value}"
    } catch (Throwable cause) {
        def type = cause.class.simpleName
        end = type == 'MultipleCompilationErrorsException' ? 'not compiled' : "throws ${type}"
    }
    printed.toString() + end
}
println JsonOutput.toJson(outputs)
