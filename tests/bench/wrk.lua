-- wrk … -- <file>: sends the requests of the file in turn, one line each: method, path, then names
-- and values of headers, all between tabs. Says at the end, in JSON, what came of them.
local requests = {}
local turn = 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, rest = line:match("^([^\t]*)\t([^\t]*)(.*)$")
    local headers = {}
    for name, value in rest:gmatch("\t([^\t]*)\t([^\t]*)") do
      headers[name] = value
    end
    requests[#requests + 1] = wrk.format(method, path, headers)
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests": %d, "seconds": %f, "p99_ms": %f, "refused": %d, "failures": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(99) / 1e3, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
