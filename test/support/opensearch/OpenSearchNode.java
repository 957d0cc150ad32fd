import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;

/**
 * One node of OpenSearch from the jars of Maven Central, for tests: home folder, address and ports are its arguments. The
 * class `ModularNode` is that of its version.
 */
public final class OpenSearchNode {
	public static void main(String[] arguments) throws Exception {
		String home = arguments[0];
		Settings settings = Settings.builder()
			.put("path.home", home)
			.put("path.data", home + "/data")
			.put("path.logs", home + "/logs")
			.put("cluster.name", "vitrine-tests")
			.put("node.name", "tests")
			.put("discovery.type", "single-node")
			.put("network.host", arguments[1])
			.put("http.port", arguments[2])
			.put("transport.port", arguments[3])
			.put("cluster.routing.allocation.disk.threshold_enabled", false)
			.build();
		Environment environment = InternalSettingsPreparer.prepareEnvironment(
			settings, Map.of(), Path.of(home, "config"), () -> "tests");
		LogConfigurator.registerErrorListener();
		LogConfigurator.configure(environment);
		Node node = new ModularNode(environment);
		node.start();
		Runtime.getRuntime().addShutdownHook(new Thread(() -> {
			try {
				node.close();
			} catch (Exception failure) {
				failure.printStackTrace();
			}
		}));
		System.out.println("started");
		new CountDownLatch(1).await();
	}
}
