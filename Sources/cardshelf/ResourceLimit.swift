import Glibc

/// Limits what this process may take of a resource from here on.
func limit(_ resource: __rlimit_resource, to most: rlim_t) {
  let resource = __rlimit_resource_t(resource.rawValue)
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0 else { return }
  limit.rlim_cur = min(most, limit.rlim_max)
  _ = setrlimit(resource, &limit)
}
